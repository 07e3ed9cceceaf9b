import { sql } from 'kysely'
import { filteredChoices } from '#contract/selling/choices.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import { CHOICE_COLUMNS } from '#server/products/choices.ts'

/** What is announced of a product that is published. */
export const PUBLISHED_COLUMNS = [
  'seller_id',
  'category_id',
  'region',
  'price',
  ...CHOICE_COLUMNS,
  sql<string[]>`tsvector_to_array(search)`.as('words'),
  sql<string[]>`tsvector_to_array(location_terms)`.as('location_terms'),
] as const

type PublishedRow = Pick<PublishedProduct, 'region' | 'words'> & {
  seller_id: string
  category_id: string | null
  price: string | null
  location_terms: string[]
} & Record<(typeof CHOICE_COLUMNS)[number], string>

export const toPublished = (row: PublishedRow): PublishedProduct => ({
  sellerId: row.seller_id,
  category: row.category_id,
  region: row.region,
  price: Number(row.price),
  choices: Object.fromEntries(filteredChoices.map(({ column }) => [column, row[column]])),
  words: row.words,
  locationTerms: row.location_terms,
})
