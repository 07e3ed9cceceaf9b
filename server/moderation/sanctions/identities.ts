import type { Remains } from '#contract/personal-data/personal-data.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { holdProductsOf } from './holds.ts'
import * as queries from './identity-queries.ts'
import { hasSignal, recordSignal } from '#server/moderation/reports/service.ts'

type Deps = Pick<Context, 'personHashes'>

/** Stores the account's mailboxes and numbers as keyed hashes. */
export async function rememberIdentities(
  { personHashes }: Deps,
  tx: Database,
  personId: string,
): Promise<void> {
  const account = await queries.selectIdentities(tx, personId)
  if (!account) return
  const { email, phone, mailbox_hash } = account
  const proved = [email, phone].filter((identity) => identity !== null).map(personHashes.hashOf)
  const hashes = mailbox_hash === null ? proved : [...proved, mailbox_hash]
  if (hashes.length > 0) await queries.insertHashes(tx, personId, hashes)
}

/** A number belongs to the last person who proved it. */
export const forgetIdentity = async (
  { personHashes }: Deps,
  tx: Database,
  { personId, identity }: { personId: string; identity: string },
): Promise<void> => void (await queries.deleteHash(tx, personId, personHashes.hashOf(identity)))

async function linkFormerAccount(tx: Database, { personId, former }: { personId: string; former: string }) {
  await queries.copyHashes(tx, { from: former, to: personId })
  await queries.moveBlocks(tx, { from: former, to: personId })
  const target = { kind: 'person', id: personId } as const
  if (!(await queries.selectProtectsOthers(tx, former))) return
  if (await hasSignal(tx, target, ['deleted-account'])) return
  await recordSignal(tx, {
    target,
    subjectId: personId,
    reason: 'deleted-account',
    detail: { account: former },
  })
}

/**
 * Runs when a person has proved a mailbox or a number. Sanctions and blocks of a deleted account with the
 * same one apply to this account from now on, and moderators see both.
 */
export async function linkFormerAccounts(
  ctx: Deps & Pick<Context, 'changes'>,
  tx: Database,
  personId: string,
): Promise<void> {
  await rememberIdentities(ctx, tx, personId)
  const former = await queries.selectFormerAccounts(tx, personId)
  if (former.length === 0) return
  for (const id of former) await linkFormerAccount(tx, { personId, former: id })
  const sanction = await queries.inheritSanction(tx, personId, former)
  if (sanction !== undefined && sanction !== 'limited') await holdProductsOf(ctx, tx, personId)
}

/** Runs in the transaction that deletes the person, before anything of theirs is deleted. */
export async function preserveModerationRecords(ctx: Deps, tx: Database, personId: string): Promise<void> {
  await rememberIdentities(ctx, tx, personId)
  await queries.markPersonLeft(tx, personId)
}

/** Finds the data that would outlive the account. */
export async function findRetainedData(db: Database, personId: string): Promise<Remains> {
  const row = await queries.selectRemaining(db, personId)
  return {
    limitedUntil: row?.limited_until ?? null,
    isChecked: row?.is_checked ?? false,
    upheldUntil: row?.upheld_until ?? null,
  }
}
