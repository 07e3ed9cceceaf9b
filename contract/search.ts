import * as z from 'zod/mini'
import { Category, CategoryId } from './catalog.ts'
import { DATES, PRICE_TYPES, SORTS, WAY_OUT_FILTERS } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { LOCATION_MAX, PRICE_MAX, PRODUCTS_PER_PAGE_MAX, SEARCH_MAX } from './limits.ts'
import { Cursor } from './page.ts'
import { ProductCard } from './products.ts'
import { REGIONS } from './regions.ts'

/** A price in a query string: digits with at most two decimals. */
const Price = z.pipe(
  z.string().check(z.regex(/^\d{1,6}(\.\d{1,2})?$/, 'Price must be a valid number')),
  z.transform(Number),
)
const PriceFilter = z.pipe(Price, z.number().check(z.maximum(PRICE_MAX)))

/**
 * Where distance is measured from: a region's name, or 'latitude,longitude' with at most one decimal
 * (about 11 km): enough for a town, too coarse for a house.
 */
const Near = z.union([
  z.enum(REGIONS),
  z
    .string()
    .check(z.regex(/^-?\d{1,2}(\.\d)?,-?\d{1,3}(\.\d)?$/, 'Give latitude,longitude with one decimal')),
])

/** Every filter of the products page, named as in its address. */
export const SearchQuery = z.object({
  search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(SEARCH_MAX))),
  category: z.optional(CategoryId),
  location: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(LOCATION_MAX))),
  region: z.optional(z.enum(REGIONS)),
  min: z.optional(PriceFilter),
  max: z.optional(PriceFilter),
  sort: z.optional(z.enum(SORTS)),
  date: z.optional(z.enum(DATES)),
  price_type: z.optional(z.enum(PRICE_TYPES)),
  near: z.optional(Near),
  cursor: z.optional(Cursor),
  limit: z.optional(
    z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,2}$/, 'Must be a whole number')), z.transform(Number)),
      z.number().check(z.minimum(1), z.maximum(PRODUCTS_PER_PAGE_MAX)),
    ),
  ),
})
export type SearchQuery = z.output<typeof SearchQuery>

export const SearchReply = z.object({
  items: z.array(ProductCard),
  nextCursor: z.nullable(z.string()),
  /** Exact up to COUNT_EXACT_MAX; `more` says that there are more than that. */
  total: z.object({ count: z.int(), more: z.boolean() }),
  /** True when nothing matched the words as typed and these resemble them (typing errors). */
  similar: z.boolean(),
  /** Only for an empty result: what dropping one filter would find, most first. */
  waysOut: z.array(z.object({ drop: z.enum(WAY_OUT_FILTERS), count: z.int() })),
})
export type SearchReply = z.output<typeof SearchReply>

export const searchProducts = endpoint({
  method: 'GET',
  path: '/api/products',
  summary: 'Unsold products by words, category, place, price, age and price type; paged by cursor.',
  query: SearchQuery,
  reply: SearchReply,
  cacheSeconds: 0,
})

export const suggest = endpoint({
  method: 'GET',
  path: '/api/suggestions',
  summary: 'Titles and categories that begin with or resemble what is being typed.',
  query: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(SEARCH_MAX)) }),
  reply: z.object({ titles: z.array(z.string()), categories: z.array(Category) }),
  cacheSeconds: 60,
})
