import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { isOnSale } from '#server/products/visibility.ts'
import type { Searched } from '#server/search/words/document.ts'
import { SEARCH_VERSION, searchColumns } from './write-document.ts'

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

/** The next products by id. */
export const selectNext = async (db: Database, { after, limit }: { after: string; limit: number }) =>
  idsOf(
    await db
      .selectFrom('products')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(sql.lit(limit))
      .execute(),
  )

/** Products whose texts have changed without their document, or whose document is of another version. */
export const selectUnwritten = async (db: Database, limit: number) =>
  idsOf(
    await db
      .selectFrom('products')
      .select('id')
      .where('search_version', '<>', sql.lit(SEARCH_VERSION))
      .orderBy('id')
      .limit(sql.lit(limit))
      .execute(),
  )

/** The document that the trigger makes of these words. */
const documentOf = sql`
  search_vector(w.words, p.category_id, p.attributes) || array_to_tsvector(place_terms(p.place_ids))`

/**
 * Writes the documents of products with the current code, where they differ. Returns the number of those, and the
 * products that a writer locks at the moment.
 */
export const writeDocuments = (db: Database, ids: string[]): Promise<{ changed: number; held: string[] }> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('products')
      .select(['id', 'title', 'description', 'tags', 'category_id', 'attributes'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .orderBy('id')
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    const documents = rows.map(({ id, attributes, ...texts }) => ({
      id,
      words: searchColumns({ ...texts, attributes: attributes as Searched['attributes'] }).search_words,
    }))
    const changed = await sql<{ id: string }>`
      with w as materialized (
        select id, array(select jsonb_array_elements_text(words)) as words
        from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as written (id uuid, words jsonb)
      )
      update products p set search_words = w.words, search_version = ${SEARCH_VERSION}
      from w
      where p.id = w.id and (p.search_version <> ${SEARCH_VERSION} or p.search is distinct from ${documentOf})
      returning p.id`.execute(tx)
    const there = await tx
      .selectFrom('products')
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute()
    const done = new Set(idsOf(rows))
    return { changed: changed.rows.length, held: idsOf(there).filter((id) => !done.has(id)) }
  })

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
