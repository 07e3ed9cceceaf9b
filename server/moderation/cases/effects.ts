import type { ActionName } from '#contract/moderation/cases/decisions.ts'
import type { HoldCause } from '#contract/selling/hold-causes.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { endSessions } from '#server/accounts/sessions/service.ts'
import type { Context } from '#server/context.ts'
import {
  holdProduct,
  holdProductsOf,
  releaseProduct,
  REVIEW_CAUSES,
  rememberIdentities,
} from '#server/moderation/sanctions/service.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { matchSavedSearches } from '#server/saved-searches/service.ts'
import { photosKey, productKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import {
  deleteEndedSanction,
  deleteSanctions,
  releaseProductsOf,
  removeMessage,
  restoreMessage,
  selectBuyersReviewedBy,
  selectReviewedBy,
  selectSamePerson,
  setReviewRemoved,
  upsertSanction,
} from './target-queries.ts'

type Deps = Pick<Context, 'changes' | 'revocations' | 'jobs'>
type DecidingDeps = Deps & Pick<Context, 'personHashes'>

export interface Decided {
  id: string
  target: Target
  subjectId: string
  action: ActionName
  days: number | null
  /** Seconds until anybody hears of it. */
  toldAfterSeconds: number
}

const KIND_OF_SANCTION = { limit: 'limited', suspend: 'suspended', ban: 'banned' } as const

export async function showReview(ctx: Deps, tx: Database, { id, isShown }: { id: string; isShown: boolean }) {
  const about = await setReviewRemoved(tx, id, !isShown)
  if (about === undefined) return
  const key = 'product_id' in about ? productKey(about.product_id) : sellerKey(about.buyer_id)
  await ctx.changes.announce(tx, 'pages', [key])
}

async function remove(ctx: Deps, tx: Database, { kind, id }: Target): Promise<void> {
  if (kind === 'product') await holdProduct(ctx, tx, { productId: id, cause: 'removed' })
  if (kind === 'message') await removeMessage(tx, id)
  if (kind === 'review') await showReview(ctx, tx, { id, isShown: false })
}

const keysOfPerson = (personId: string) => [sellerKey(personId), photosKey(personId)]

/** Ends every session at once in all processes and hides everything that the person has published. */
async function shutOut(ctx: Deps, tx: Database, personId: string): Promise<void> {
  await endSessions(ctx, tx, { accountId: personId })
  await holdProductsOf(ctx, tx, personId)
  await announceProfile(ctx, tx, personId)
}

/** Clears pages with the person's name and reviews. */
async function announceProfile(ctx: Deps, tx: Database, personId: string): Promise<void> {
  const products = await selectReviewedBy(tx, personId)
  const buyers = await selectBuyersReviewedBy(tx, personId)
  await ctx.changes.announce(tx, 'pages', [
    ...keysOfPerson(personId),
    ...products.map(productKey),
    ...buyers.map(sellerKey),
  ])
}

async function showListings(ctx: Deps, tx: Database, personId: string): Promise<void> {
  if (await releaseProductsOf(tx, personId)) await ctx.changes.announce(tx, 'market', keysOfPerson(personId))
}

/** Locks all accounts of a person, so that none of them opens a session in the meantime. */
async function lockSamePerson(tx: Database, personId: string): Promise<string[]> {
  const people = await selectSamePerson(tx, personId)
  for (const id of people) await lockPerson(tx, id)
  return people
}

/** Lifts the sanctions on these accounts of one person. Returns all accounts that are free of them now. */
async function liftSanctions(ctx: Deps, tx: Database, personIds: string[]): Promise<string[]> {
  const freed = [...new Set([...personIds, ...(await deleteSanctions(tx, personIds))])]
  for (const personId of freed) {
    await showListings(ctx, tx, personId)
    await announceProfile(ctx, tx, personId)
  }
  return freed
}

/** Lifts a sanction whose time is over; one that was decided in the meantime stays. */
export async function endSanction(ctx: Deps, tx: Database, personId: string): Promise<void> {
  await lockPerson(tx, personId)
  if (await deleteEndedSanction(tx, personId)) await showListings(ctx, tx, personId)
}

async function sanction(
  ctx: DecidingDeps,
  tx: Database,
  { id, subjectId, action, days }: Decided & { action: keyof typeof KIND_OF_SANCTION },
): Promise<void> {
  await rememberIdentities(ctx, tx, subjectId)
  // A sanction replaces earlier ones: a person whose suspension becomes a limit regains their listings.
  const people = await liftSanctions(ctx, tx, await lockSamePerson(tx, subjectId))
  for (const personId of people) {
    await upsertSanction(tx, { personId, kind: KIND_OF_SANCTION[action], days, decisionId: id })
    if (action !== 'limit') await shutOut(ctx, tx, personId)
  }
}

async function restore(ctx: Deps, tx: Database, { target, subjectId }: Decided): Promise<void> {
  const { kind, id } = target
  if (kind === 'product') {
    await releaseProduct(ctx, tx, { productId: id, causes: ['removed', ...REVIEW_CAUSES] })
  }
  if (kind === 'message') await restoreMessage(tx, id)
  if (kind === 'review') await showReview(ctx, tx, { id, isShown: true })
  if (kind === 'person') await liftSanctions(ctx, tx, await lockSamePerson(tx, subjectId))
}

/** Shows a listing that waited for a moderator. */
async function showChecked(
  ctx: Deps,
  tx: Database,
  { target: { kind, id }, toldAfterSeconds }: Decided,
  causes: readonly HoldCause[],
): Promise<void> {
  if (kind !== 'product' || !(await releaseProduct(ctx, tx, { productId: id, causes }))) return
  // People with saved searches have not been notified of it yet.
  await matchSavedSearches(ctx, tx, { productId: id, afterSeconds: toldAfterSeconds })
}

/** Holds without an end, which every decision ends that does not remove the listing. */
const ENDLESS: readonly HoldCause[] = ['prohibited-goods']

/** Causes whose holds an action changes and undo restores. */
export const CHANGED_HOLDS: Partial<Record<ActionName, readonly HoldCause[]>> = {
  approve: REVIEW_CAUSES,
  hold: ['moderator'],
  remove: ['removed'],
  warn: ENDLESS,
}

const EFFECTS: Record<ActionName, (ctx: DecidingDeps, tx: Database, decided: Decided) => Promise<unknown>> = {
  approve: (ctx, tx, decided) => showChecked(ctx, tx, decided, REVIEW_CAUSES),
  hold: (ctx, tx, { target }) => holdProduct(ctx, tx, { productId: target.id, cause: 'moderator' }),
  remove: (ctx, tx, { target }) => remove(ctx, tx, target),
  warn: (ctx, tx, decided) => showChecked(ctx, tx, decided, ENDLESS),
  limit: async (ctx, tx, decided) => {
    await sanction(ctx, tx, { ...decided, action: 'limit' })
    await showChecked(ctx, tx, decided, ENDLESS)
  },
  suspend: (ctx, tx, decided) => sanction(ctx, tx, { ...decided, action: 'suspend' }),
  ban: (ctx, tx, decided) => sanction(ctx, tx, { ...decided, action: 'ban' }),
  restore,
}

/** Applies a decision in the transaction that records it. */
export async function applyDecision(ctx: DecidingDeps, tx: Database, decided: Decided): Promise<void> {
  await EFFECTS[decided.action](ctx, tx, decided)
}
