import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import * as queries from './banned-mailbox-queries.ts'
import { holdProduct } from './holds.ts'
import { rememberIdentities } from './identities.ts'
import { recordSignal } from '#server/moderation/reports/service.ts'

type Deps = Pick<Context, 'personHashes'>

/** Stores the mailboxes of people who were banned before mailboxes were remembered. */
export async function rememberBannedMailboxes({
  db,
  personHashes,
}: Deps & Pick<Context, 'db'>): Promise<void> {
  for (const { id } of await queries.selectBannedWithoutIdentity(db))
    await rememberIdentities({ personHashes }, db, id)
}

async function findBanned(ctx: Deps, tx: Database, personId: string) {
  // This also covers accounts from before mailboxes were remembered.
  await rememberIdentities(ctx, tx, personId)
  return queries.selectBannedWithSameIdentity(tx, personId)
}

const note = (tx: Database, about: { target: Target; personId: string; banned: string }) =>
  recordSignal(tx, {
    target: about.target,
    subjectId: about.personId,
    reason: 'banned-mailbox',
    detail: { account: about.banned },
  })

/** Shows a new account with a banned mailbox to moderators, regardless of how its address is written. */
export async function flagBannedMailbox(ctx: Deps, tx: Database, personId: string): Promise<void> {
  const banned = await findBanned(ctx, tx, personId)
  if (banned) await note(tx, { target: { kind: 'person', id: personId }, personId, banned: banned.id })
}

/**
 * A person's listings wait for a moderator while somebody with the same mailbox is banned, until a moderator
 * has found nothing wrong with the person or a listing of theirs.
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
