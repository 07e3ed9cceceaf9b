import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Context } from '#server/context.ts'
import { recordSignal } from '#server/moderation/reports/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { appealToken } from './appeal-tokens.ts'
import { holdProduct } from './holds.ts'
import * as queries from './queries.ts'

export { appealToken, parseAppealToken } from './appeal-tokens.ts'
export { holdForBannedMailbox, flagBannedMailbox } from './banned-mailboxes.ts'
export {
  findRetainedData,
  forgetIdentity,
  preserveModerationRecords,
  linkFormerAccounts,
  rememberIdentities,
} from './identities.ts'
export { forgetPeople } from './identity-queries.ts'
export { answerHold, findHold } from './hold-answers.ts'
export { selectEndedHolds } from './hold-queries.ts'
export {
  holdProduct,
  holdProductsOf,
  releaseAndNotify,
  releaseProduct,
  restoreHolds,
  REVIEW_CAUSES,
} from './holds.ts'
export { isNewSeller } from './rules.ts'

/** Returns the person among these who was banned last. */
export const findBannedAmong = async (db: Database, personIds: string[]): Promise<string | undefined> =>
  personIds.length === 0 ? undefined : (await queries.selectBannedAmong(db, personIds))?.person_id

/**
 * Locks the person, so that a simultaneous decision about them is not missed: either this transaction sees
 * it, or the decision sees this transaction's changes. Throws account-suspended, account-banned.
 */
export async function requireNotShutOut(tx: Database, personId: string): Promise<void> {
  const sanction = await findShutOut(tx, personId)
  if (sanction) throw new AppError(sanction.code)
}

/**
 * Does the same for a person who has proved that the account is theirs: they may read the decision and
 * appeal.
 */
export async function requireAdmitted(
  ctx: Pick<Context, 'secrets'>,
  tx: Database,
  personId: string,
): Promise<void> {
  const refusal = await findAdmissionRefusal(ctx, tx, personId)
  if (refusal) throw refusal
}

/** Returns the refusal instead of throwing it, for a transaction that must commit first. */
export async function findAdmissionRefusal(
  ctx: Pick<Context, 'secrets'>,
  tx: Database,
  personId: string,
): Promise<AppError | undefined> {
  const sanction = await findShutOut(tx, personId)
  return sanction && new AppError(sanction.code, { appealToken: appealToken(ctx, sanction.decisionId) })
}

async function findShutOut(tx: Database, personId: string) {
  await lockPerson(tx, personId)
  const sanction = await queries.selectSanction(tx, personId)
  if (sanction?.kind !== 'suspended' && sanction?.kind !== 'banned') return undefined
  return { code: `account-${sanction.kind}` as const, decisionId: sanction.decision_id }
}

/** Runs before new content of a person reaches others. Throws account-limited. */
export async function requireNotLimited(db: Database, personId: string): Promise<void> {
  if ((await queries.selectSanction(db, personId))?.kind === 'limited') throw new AppError('account-limited')
}

/**
 * Runs in the transaction that may have turned a published listing into another thing: a limited person's
 * listing is held.
 */
export async function holdWhileLimited(
  ctx: Pick<Context, 'changes' | 'jobs'>,
  tx: Database,
  { productId, sellerId }: { productId: string; sellerId: string },
): Promise<void> {
  if ((await queries.selectSanction(tx, sellerId))?.kind !== 'limited') return
  const target = { kind: 'product', id: productId } as const
  await recordSignal(tx, { target, subjectId: sellerId, reason: 'changed-while-limited' })
  await holdProduct(ctx, tx, { productId, cause: 'changed-while-limited' })
}

/** Returns whether a moderator approved the target after `since`; earlier reasons no longer hold it. */
export const isApprovedSince = (db: Database, target: Target, since: string): Promise<boolean> =>
  queries.selectIsApprovedSince(db, target, since)
