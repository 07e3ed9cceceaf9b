import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** The person first, as when a message is sent; their conversations in one order for all who leave at once. */
export async function lockForLeaving(tx: Database, personId: string): Promise<void> {
  await sql`select from profiles where id = ${personId} for update`.execute(tx)
  await sql`
    select from conversations where id in (
      select conversation_id from conversation_participants where user_id = ${personId}
    )
    order by id for update`.execute(tx)
}

/** Returns where the photos' files begin. A message that was nothing but a photo says so from now on. */
export async function takePhotosOf(tx: Database, personId: string): Promise<string[]> {
  const { rows } = await sql<{ image_url: string }>`
    update messages set
      content = case when content ~ '\\S' then content else 'Photo removed' end,
      image_url = null, image_width = null, image_height = null, image_thumbhash = null
    where sender_id = ${personId} and image_url is not null
    returning old.image_url`.execute(tx)
  return rows.map((row) => row.image_url)
}

export const selectPhotoIsUsed = async (db: Database, imageUrl: string): Promise<boolean> =>
  (await db.selectFrom('messages').select('id').where('image_url', '=', imageUrl).executeTakeFirst()) !==
  undefined
