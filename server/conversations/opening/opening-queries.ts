import { sql } from 'kysely'
import type { BlockState } from '#server/blocks/service.ts'
import { isPublic } from '#server/products/visibility.ts'
import type { Database } from '#server/platform/db/connect.ts'

export interface Pair {
  productId: string
  buyerId: string
  sellerId: string
}

/** Returns undefined for a draft too, because nobody else can see it. */
export const selectProduct = (db: Database, id: string, viewerId: string) =>
  db
    .selectFrom('products as p')
    .select(['p.seller_id', 'p.status', sql<BlockState>`block_between(${viewerId}, p.seller_id)`.as('block')])
    .where('p.id', '=', id)
    .where(isPublic)
    .executeTakeFirst()

export async function findConversation(db: Database, pair: Pair): Promise<string | null> {
  const { productId, buyerId, sellerId } = pair
  const { rows } = await sql<{ id: string | null }>`
    select find_conversation_for_product(${productId}, ${buyerId}, ${sellerId}) as id`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Returns undefined if it exists or the product is deleted. Waits for a transaction that inserts the same
 * one.
 */
export async function insertConversation(tx: Database, pair: Pair): Promise<string | undefined> {
  const { productId, buyerId, sellerId } = pair
  const { rows } = await sql<{ id: string }>`
    insert into conversations (product_id, product_title, first_person, second_person)
    select id, title, least(${buyerId}::uuid, ${sellerId}::uuid), greatest(${buyerId}::uuid, ${sellerId}::uuid)
    from products p where id = ${productId} and ${isPublic}
    for key share
    on conflict on constraint one_conversation_per_product_and_pair do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

export const insertParticipants = (tx: Database, conversationId: string, { buyerId, sellerId }: Pair) =>
  tx
    .insertInto('conversation_participants')
    .values([buyerId, sellerId].map((user_id) => ({ conversation_id: conversationId, user_id })))
    .execute()

/** Like `selectPeople`, with whether one of the two has blocked the other. */
export async function selectOpenPeople(db: Database, conversationId: string, viewerId: string) {
  const { rows } = await sql<{ people: string[]; is_closed: boolean }>`
    select array(select user_id::text from get_conversation_participants(c.id)) as people, exists (
      select from get_conversation_participants(c.id) p where block_between(${viewerId}, p.user_id) is not null or is_banned(p.user_id)
    ) as is_closed
    from conversations c where c.id = ${conversationId}`.execute(db)
  return rows[0] && { people: rows[0].people, isClosed: rows[0].is_closed }
}

/** Returns undefined if the conversation does not exist. */
export async function selectPeople(db: Database, conversationId: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ people: string[] }>`
    select array(select user_id::text from get_conversation_participants(id)) as people
    from conversations where id = ${conversationId}`.execute(db)
  return rows[0]?.people
}
