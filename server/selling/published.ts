import { sql } from 'kysely'
import { filteredColumns } from '#contract/search/search-filters.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'

/** Columns that the announcement of a published product contains. */
export const PUBLISHED_COLUMNS = [
  'seller_id',
  'category_id',
  'region',
  ...filteredColumns,
  sql<string[]>`tsvector_to_array(search)`.as('words'),
  sql<string[]>`tsvector_to_array(location_terms)`.as('location_terms'),
] as const

type PublishedRow = Pick<PublishedProduct, 'region' | 'words'> & {
  seller_id: string
  category_id: string | null
  location_terms: string[]
} & Record<(typeof filteredColumns)[number], string | null>

export const toPublished = (row: PublishedRow): PublishedProduct => ({
  sellerId: row.seller_id,
  category: row.category_id,
  region: row.region,
  choices: Object.fromEntries(filteredColumns.map((column) => [column, row[column]])),
  words: row.words,
  locationTerms: row.location_terms,
})
