import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { isOnSale } from '#server/products/visibility.ts'

export interface RebuiltBatch {
  last_id: string
  read: number
  changed: number
  /** Products that a writer locks at the moment. */
  held: string[]
}

const isOutdated = sql<boolean>`(
  p.search is distinct from search_vector(p.title, p.tags, p.category_id, p.description, p.attributes)
  or p.location_terms is distinct from location_terms(p.location, p.place_ids)
)`

/** Rebuilds the next products by id whose documents differ from the current functions' results. */
export async function rebuildBatch(db: Database, { after, limit }: { after: string; limit: number }) {
  const { rows } = await sql<RebuiltBatch | { last_id: null }>`
    with batch as materialized (
      select p.id, ${isOutdated} as is_outdated from products p where p.id > ${after} order by p.id limit ${limit}
    ), free as materialized (
      select id from products where id in (select id from batch where is_outdated) order by id
      for no key update skip locked
    ), changed as (
      update products p set search = search_vector(p.title, p.tags, p.category_id, p.description, p.attributes)
      from free where p.id = free.id returning p.id
    )
    select (select id from batch order by id desc limit 1) as last_id, (select count(*)::int from batch) as read,
      (select count(*)::int from changed) as changed,
      array(select id from batch where is_outdated and id not in (select id from free)) as held`.execute(db)
  const [batch] = rows
  return batch && batch.last_id !== null ? batch : undefined
}

/** Rebuilds one product's document. Returns whether it changed, and whether a writer still locks the product. */
export async function rebuildOne(db: Database, id: string): Promise<{ changed: boolean; held: boolean }> {
  const { rows } = await sql<{ changed: boolean; held: boolean }>`
    with free as materialized (
      select id from products where id = ${id} for no key update skip locked
    ), changed as (
      update products p set search = search_vector(p.title, p.tags, p.category_id, p.description, p.attributes)
      from free where p.id = free.id and ${isOutdated} returning p.id
    )
    select exists (select from changed) as changed,
      exists (select from products where id = ${id}) and not exists (select from free) as held`.execute(db)
  return rows[0] ?? { changed: false, held: false }
}

/** Rebuilds the indexes concurrently with readers and writers. */
export async function rebuildIndexes(db: Database): Promise<void> {
  for (const index of ['products_search', 'products_terms', 'products_sold'])
    await sql`reindex index concurrently ${sql.ref(index)}`.execute(db)
}

/** Counts the products on sale with each word, beside the stored count, in a temporary table of this connection. */
export async function countWords(connection: Database): Promise<void> {
  await sql`drop table if exists counted_words`.execute(connection)
  await sql`
    create temp table counted_words as
    select word, coalesce(c.products, 0) as products, w.products as before
    from (
      select word, count(*)::int as products
      from (
        select distinct id, unnest(words_of_product(title, tags, category_id)) as word
        from products p where ${isOnSale}
      ) as used
      where length(word) between 2 and 40
      group by word
    ) c full join market_words w using (word)`.execute(connection)
}

/** Writes the next of the counted words. Returns undefined after the last. */
export async function writeWords(connection: Database, { after, limit }: { after: string; limit: number }) {
  const { rows } = await sql<{ last: string | null }>`
    with batch as materialized (
      select * from counted_words where word > ${after} order by word limit ${limit}
    ), written as (
      insert into market_words (word, products)
      select word, products from batch where products > 0 and products is distinct from before order by word
      on conflict (word) do update set products = excluded.products
    ), forgotten as (
      delete from market_words w using batch b
      where w.word = b.word and b.products = 0 and w.products = b.before
    )
    select max(word) as last from batch`.execute(connection)
  return rows[0]?.last ?? undefined
}
