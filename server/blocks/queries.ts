import { sql } from 'kysely'
import { CONVERSATION_PATH } from '#contract/conversations/message-texts.ts'
import type { Database } from '#server/platform/db/connect.ts'

interface Pair {
  blockerId: string
  blockedId: string
}

/**
 * `isKnown` is false if the person does not exist. Nothing is inserted if the blocker already has `max`
 * blocks or has blocked the person.
 */
export async function insertBlock(tx: Database, { blockerId, blockedId }: Pair, max: number) {
  const { rows } = await sql<{ is_known: boolean; is_added: boolean }>`
    with person as (
      select id from profiles where id = ${blockedId} for key share
    ), added as (
      insert into blocks (blocker_id, blocked_id)
      select ${blockerId}::uuid, id from person
      where (select count(*) from blocks where blocker_id = ${blockerId}) < ${max}::int
      on conflict do nothing returning blocked_id
    )
    select
      exists (select from person) as is_known,
      exists (select from added) as is_added`.execute(tx)
  return { isKnown: rows[0]?.is_known === true, isAdded: rows[0]?.is_added === true }
}

export const selectIsBlocked = async (db: Database, { blockerId, blockedId }: Pair): Promise<boolean> =>
  (await db
    .selectFrom('blocks')
    .select('created_at')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst()) !== undefined

export async function deleteBlock(tx: Database, { blockerId, blockedId }: Pair): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const selectBlocked = (db: Database, blockerId: string, limit: number) =>
  db
    .selectFrom('blocks as b')
    .innerJoin('profiles as p', 'p.id', 'b.blocked_id')
    .select(['p.id', 'p.full_name', 'p.username', 'p.avatar_url', 'b.created_at'])
    .where('b.blocker_id', '=', blockerId)
    .orderBy('b.created_at', 'desc')
    .orderBy('b.blocked_id')
    .limit(sql.lit(limit))
    .execute()

/**
 * Listings and reviews that the person reported, newest first, without those that were found to be in order.
 */
export const selectReported = (db: Database, reporterId: string, limit: number) =>
  db
    .selectFrom('reports')
    .select('target_id as id')
    .where('reporter_id', '=', reporterId)
    .where('target_kind', 'in', ['product', 'review'])
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'upheld')]))
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute()

/**
 * Deletes the blocker's notifications from the conversations that they no longer see. Returns whether there
 * were any.
 */
export async function deleteMessageNotifications(tx: Database, { blockerId, blockedId }: Pair) {
  const { numAffectedRows = 0n } = await sql`
    delete from notifications n
    using conversation_participants own
    join conversation_participants other using (conversation_id)
    where own.user_id = ${blockerId} and other.user_id = ${blockedId}
      and n.user_id = ${blockerId} and n.type = 'message'
      and n.action_url = ${CONVERSATION_PATH} || own.conversation_id`.execute(tx)
  return numAffectedRows > 0n
}

export const BLOCKS_CHANNEL = 'blocks_changed'

/** Notifies every process at the commit. */
export async function notifyBlocks(tx: Database, pair: Pair): Promise<void> {
  await sql`select pg_notify(${BLOCKS_CHANNEL}, ${`${pair.blockerId},${pair.blockedId}`})`.execute(tx)
}
