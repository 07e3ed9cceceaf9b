import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { isPublic, isPublished } from '#server/products/visibility.ts'

interface NamedRow {
  id: string
  kind: 'person' | 'product' | 'message' | 'review' | 'held-message'
  /** The title of a listing; null for the others. */
  title: string | null
  is_public: boolean
  owner_id: string
  owner_name: string | null
}

/** Finds people, listings, messages and reviews by their ids. Drafts stay unnamed. */
export async function selectNamed(db: Database, ids: readonly string[]): Promise<NamedRow[]> {
  if (ids.length === 0) return []
  const any = sql`any(${[...ids]}::uuid[])`
  const { rows } = await sql<NamedRow>`
    select id, kind, title, is_public, owner_id, staff_name(owner_id) as owner_name from (
      select id, 'person' as kind, null as title, true as is_public, id as owner_id from profiles where id = ${any}
      union all
      select id, 'product', title, ${isPublic}, seller_id from products p where id = ${any} and ${isPublished}
      union all
      select id, 'message', null, false, sender_id from messages where id = ${any}
      union all
      select id, 'held-message', null, false, sender_id from held_messages where id = ${any}
      union all
      select id, 'review', null, false, reviewer_id from product_reviews where id = ${any}
      union all
      select id, 'review', null, false, seller_id from buyer_reviews where id = ${any}
    ) as found where owner_id is not null`.execute(db)
  return rows
}

export async function selectCategoryNames(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('categories').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
