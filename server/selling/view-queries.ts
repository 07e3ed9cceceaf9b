import { sql } from 'kysely'
import { isPublic } from '#server/products/visibility.ts'
import type { Database } from '#server/platform/db/connect.ts'

/**
 * Adds to the views of products on the market; ids of drafts and unknown ids are skipped. Rows are locked in
 * the order of their ids, so that two processes cannot deadlock.
 */
export async function addViews(db: Database, views: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    insert into product_views as v (product_id, count)
    select p.id, seen.count
    from unnest(${[...views.keys()]}::uuid[], ${[...views.values()]}::int[]) as seen (id, count)
    join products p on p.id = seen.id
    where ${isPublic}
    order by p.id
    for key share of p
    on conflict (product_id) do update set count = v.count + excluded.count`.execute(db)
}
