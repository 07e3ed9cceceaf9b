import { sql } from 'kysely'
import { isOnSale } from './visibility.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** Start of a file of the sitemap, oldest product first, so that new products only change the last file. */
export interface SitemapStart {
  created_at: string
  id: string
}

export interface SitemapRow {
  id: string
  updated_at: string
}

/** Every `size`th unsold product. An index-only scan of `products_newest`: 0.3 s for a million products. */
export async function selectSitemapStarts(db: Database, size: number): Promise<SitemapStart[]> {
  const { rows } = await sql<SitemapStart>`
    select created_at, id
    from (
      select created_at, id, row_number() over (order by created_at, id) as place
      from products p
      where ${isOnSale}
    ) as numbered
    where (place - 1) % ${size} = 0
    order by created_at, id`.execute(db)
  return rows
}

/** People who have something on sale. */
export async function selectSitemapSellers(db: Database, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from profiles s
    where exists (select from products p where p.seller_id = s.id and ${isOnSale})
    order by s.id
    limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function selectSitemapProducts(db: Database, start: SitemapStart, size: number) {
  const { rows } = await sql<SitemapRow>`
    select id, updated_at
    from products p
    where ${isOnSale} and (created_at, id) >= (${start.created_at}, ${start.id})
    order by created_at, id
    limit ${sql.lit(size)}`.execute(db)
  return rows
}
