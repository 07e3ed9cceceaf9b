import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/**
 * Locks the person first, as when a message is sent; then their conversations, in the same order for all who
 * leave at once.
 */
export async function lockForLeaving(tx: Database, personId: string): Promise<void> {
  await sql`select from profiles where id = ${personId} for update`.execute(tx)
  await sql`
    select from conversations where id in (
      select conversation_id from conversation_participants where user_id = ${personId}
    )
    order by id for update`.execute(tx)
}

/** All people with whom the person has a conversation. */
export async function selectPeers(tx: Database, personId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct other.user_id
    from conversation_participants own
    join conversation_participants other using (conversation_id)
    where own.user_id = ${personId} and other.user_id <> ${personId}`.execute(tx)
  return rows.map((row) => row.user_id)
}

/**
 * Returns the common prefix of each photo's files. A message that was only a photo becomes 'Photo removed'.
 */
export async function clearPhotosOf(tx: Database, personId: string): Promise<string[]> {
  const { rows } = await sql<{ image_url: string }>`
    update messages set
      content = case when content ~ '\\S' then content else 'Photo removed' end,
      image_url = null, image_width = null, image_height = null, image_thumbhash = null
    where sender_id = ${personId} and image_url is not null
    returning old.image_url`.execute(tx)
  return rows.map((row) => row.image_url)
}

/** Photos of the person's messages that a moderator has not released. */
export async function selectHeldPhotosOf(tx: Database, personId: string): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select reading -> 'photo' ->> 'url' as url from held_messages
    where sender_id = ${personId} and state <> 'released' and reading ? 'photo'`.execute(tx)
  return rows.map(({ url }) => url)
}

/** Returns whether a message uses the photo, including held ones, which their sender still sees. */
export async function selectPhotoIsUsed(db: Database, imageUrl: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from messages where image_url = ${imageUrl}
    union all
    select 1 from held_messages where state <> 'released' and reading -> 'photo' ->> 'url' = ${imageUrl}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Addresses of photos in messages. */
export async function selectPhotos(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('image_url')
    .where('image_url', '>', after)
    .orderBy('image_url')
    .limit(limit)
    .execute()
  return rows.flatMap(({ image_url }) => image_url ?? [])
}
