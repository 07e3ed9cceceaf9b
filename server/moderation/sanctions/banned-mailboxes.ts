import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import * as queries from './banned-mailbox-queries.ts'
import { holdProduct } from './holds.ts'
import { rememberIdentities } from './identities.ts'
import { recordSignal } from '#server/moderation/reports/service.ts'

type Deps = Pick<Context, 'personHashes'>

/** Of people who were banned before mailboxes were remembered. */
export async function rememberBannedMailboxes({
  db,
  personHashes,
}: Deps & Pick<Context, 'db'>): Promise<void> {
  for (const { id } of await queries.selectBannedWithoutIdentity(db))
    await rememberIdentities({ personHashes }, db, id)
}

async function findBanned(ctx: Deps, tx: Database, personId: string) {
  // Of an account of before mailboxes were remembered as well.
  await rememberIdentities(ctx, tx, personId)
  return queries.selectBannedLike(tx, personId)
}

const note = (tx: Database, about: { target: Target; personId: string; banned: string }) =>
  recordSignal(tx, {
    target: about.target,
    subjectId: about.personId,
    reason: 'banned-mailbox',
    detail: { account: about.banned },
  })

/** Shown to moderators when an account is new, however its address is written. */
export async function noteBannedMailbox(ctx: Deps, tx: Database, personId: string): Promise<void> {
  const banned = await findBanned(ctx, tx, personId)
  if (banned) await note(tx, { target: { kind: 'person', id: personId }, personId, banned: banned.id })
}

/**
 * What a person publishes waits for a moderator while somebody of the same mailbox is banned, until a moderator has found
 * nothing wrong with the person or with something of theirs.
 */
export async function holdForBannedMailbox(
  ctx: Deps & Pick<Context, 'changes' | 'jobs'>,
  tx: Database,
  { productId, sellerId }: { productId: string; sellerId: string },
): Promise<void> {
  const banned = await findBanned(ctx, tx, sellerId)
  if (!banned || (await queries.selectIsCleared(tx, sellerId))) return
  await note(tx, { target: { kind: 'product', id: productId }, personId: sellerId, banned: banned.id })
  await holdProduct(ctx, tx, { productId, cause: 'banned-mailbox' })
}
