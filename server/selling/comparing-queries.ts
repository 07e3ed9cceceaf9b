import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { isPublic, isPublished } from '#server/products/visibility.ts'

/** Shorter texts are often alike by chance: 'Clean, with box and charger.' */
const SHORTEST_TEXT = sql.lit(80)
/** Two texts count as the same if they share at least this part of their trigrams. */
const SAME = sql.lit(0.8)
/** Maximum number of descriptions to compare among those that share rare words. */
const COMPARED_MAX = sql.lit(200)

export interface ComparedRow {
  id: string
  seller_id: string
  category_id: string | null
  title: string
  /** Null only for drafts. */
  price: string | null
}

/** Returns undefined for a draft or a deleted product. */
export const selectCompared = (db: Database, id: string): Promise<ComparedRow | undefined> =>
  db
    .selectFrom('products as p')
    .select(['p.id', 'p.seller_id', 'p.category_id', 'p.title', 'p.price'])
    .where('p.id', '=', id)
    .where(isPublished)
    .executeTakeFirst()

/**
 * Another seller's listing with nearly the same description. Long words are rare: it compares descriptions
 * that have three of the longest words, found by the index of words.
 */
export async function selectSameText(db: Database, productId: string) {
  const { rows } = await sql<{ id: string; likeness: number }>`
    with own as materialized (
      select seller_id, lower(description) as text, (
        select string_agg(words, ' | ') from (
          select string_agg(quote_literal(lexeme), ' & ') as words from (
            select lexeme, (row_number() over (order by length(lexeme) desc, lexeme) - 1) / 3 as nth
            from unnest(o.search) where 'D' = any (weights) order by length(lexeme) desc, lexeme limit 6
          ) as longest group by nth having count(*) = 3
        ) as threes
      )::tsquery as words
      from products o where o.id = ${productId} and length(o.description) >= ${SHORTEST_TEXT}
    ), compared as materialized (
      select p.id, p.description from products p, own
      where ${isPublic} and p.search @@ own.words and p.seller_id <> own.seller_id
      limit ${COMPARED_MAX}
    )
    select compared.id, similarity(lower(compared.description), own.text) as likeness
    from compared, own
    where similarity(lower(compared.description), own.text) >= ${SAME}
    order by likeness desc, compared.id limit 1`.execute(db)
  return rows[0]
}
