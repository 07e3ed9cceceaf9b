import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Pair } from '#testing/live/conversation-people.ts'

/** A conversation of a buyer and a seller, in any order. */
export interface Chat {
  id: string
  people: [string, string]
}

/** Products of one seller each, with conversations of `buyersEach` buyers about each. */
export async function insertChats(
  db: Database,
  { products, buyersEach }: { products: number; buyersEach: number },
): Promise<Chat[]> {
  const people = async (name: string, count: number) =>
    (
      await sql<{ id: string }>`
        insert into profiles (full_name) select ${name} || n from generate_series(1, ${count}::int) n
        returning id`.execute(db)
    ).rows.map(({ id }) => id)
  const sellers = await people('Seller ', products)
  const buyers = await people('Buyer ', products * buyersEach)
  const offered = await sql<{ id: string }>`
    insert into products (title, description, price, price_type, category_id, region, location, seller_id)
    select 'Kettle', '', 100, 'negotiable', 'other', 'Ashanti', 'Bantama', id
    from unnest(${sellers}::uuid[]) with ordinality s (id, n) order by n returning id`.execute(db)
  const chats = buyers.map((buyer, n) => ({
    buyer,
    seller: sellers[Math.floor(n / buyersEach)] ?? '',
    product: offered.rows[Math.floor(n / buyersEach)]?.id ?? '',
  }))
  const { rows } = await sql<Chat>`
    insert into conversations (product_id, product_title, first_person, second_person, last_message_at)
    select product, 'Kettle', least(buyer, seller), greatest(buyer, seller), now()
    from unnest(
      ${chats.map(({ product }) => product)}::uuid[], ${chats.map(({ buyer }) => buyer)}::uuid[],
      ${chats.map(({ seller }) => seller)}::uuid[]
    ) c (product, buyer, seller)
    returning id, array[first_person, second_person] as people`.execute(db)
  await sql`
    insert into conversation_participants (conversation_id, user_id)
    select id, unnest(array[first_person, second_person]) from conversations
    where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
  return rows
}

/** Opens a session for each person. Returns the sessions by the people's ids. */
export async function openSessions(db: Database, people: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; account_id: string }>`
    with accounts as (
      insert into accounts (id, email, email_verified_at)
      select id, id || '@example.com', now() from (select distinct unnest(${people}::uuid[]) as id) people returning id
    )
    insert into sessions (account_id, device_name, expires_at)
    select id, 'Chrome on Android', now() + interval '1 day' from accounts returning id, account_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, account_id }) => [account_id, id]))
}

/** Offers the radios of pairs, which are drafts, for sale. */
export const offerRadios = (db: Database, pairs: readonly Pair[]) =>
  db
    .updateTable('products')
    .set({ status: 'available', price: 100, category_id: 'other', region: 'Ashanti', location: 'Bantama' })
    .where(
      'seller_id',
      'in',
      pairs.map(([seller]) => seller.id),
    )
    .execute()
