import { sql } from 'kysely'
import { isPublished } from '#server/products/visibility.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'

export interface OwnCardRow {
  id: string
  title: string
  description: string
  price: string | null
  condition: string | null
  category: string | null
  status: string
  version: number
  created_at: string
  updated_at: string
  image_url: string | null
  width: number
  height: number
  thumbhash: string
  views: number
  favourites: number
  conversations: number
}

/** Each figure has its own index and is read only for the rows of this page. */
const columns = sql`
  p.id, p.title, p.description, p.price, p.condition, c.name as category, p.status, p.version, p.created_at,
  p.updated_at, i.image_url, i.width, i.height, i.thumbhash,
  coalesce((select v.count from product_views v where v.product_id = p.id), 0)::int8 as views,
  (select count(*) from favourites f where f.product_id = p.id)::int as favourites,
  (select count(*) from conversations t where t.product_id = p.id and t.last_seq > 0)::int as conversations
`

const joins = sql`
  left join categories c on c.id = p.category_id
  left join product_images i on i.product_id = p.id and i.is_primary
`

/** Products that are or were on the market or are held back from it, newest first. */
export async function selectPublished(
  db: Database,
  sellerId: string,
  after: NewestCursor | null,
  limit: number,
): Promise<OwnCardRow[]> {
  const afterCursor = after ? sql`and (p.created_at, p.id) < (${after.createdAt}, ${after.id})` : sql``
  const { rows } = await sql<OwnCardRow>`
    select ${columns}
    from (
      select p.* from products p
      where p.seller_id = ${sellerId} and ${isPublished} ${afterCursor}
      order by p.created_at desc, p.id desc
      limit ${sql.lit(limit)}
    ) as p ${joins}
    order by p.created_at desc, p.id desc`.execute(db)
  return rows
}

/** Drafts, last saved first. */
export async function selectDrafts(
  db: Database,
  sellerId: string,
  after: NewestCursor | null,
  limit: number,
): Promise<OwnCardRow[]> {
  const afterCursor = after ? sql`and (p.updated_at, p.id) < (${after.createdAt}, ${after.id})` : sql``
  const { rows } = await sql<OwnCardRow>`
    select ${columns}
    from (
      select p.* from products p
      where p.seller_id = ${sellerId} and p.status = 'draft' ${afterCursor}
      order by p.updated_at desc, p.id desc
      limit ${sql.lit(limit)}
    ) as p ${joins}
    order by p.updated_at desc, p.id desc`.execute(db)
  return rows
}
