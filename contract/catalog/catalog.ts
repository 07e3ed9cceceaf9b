import * as z from 'zod/mini'
import type * as choices from '#contract/selling/choices.ts'
import { endpoint } from '#contract/endpoint.ts'
import { SEARCH_PARAMETERS } from '#contract/search/search-filters.ts'
import type * as regions from './regions.ts'

const { category } = SEARCH_PARAMETERS

export type Region = regions.Region
export type Condition = choices.Condition
export type PriceType = choices.PriceType

export const UNKNOWN_CATEGORY = 'Unknown category'

/** A category's id is part of its address: `/products?category=mobile`. */
export const CategoryId = z.string().check(z.regex(category.pattern, UNKNOWN_CATEGORY))

export const Category = z.object({ id: z.string(), name: z.string(), icon: z.string() })
export type Category = z.output<typeof Category>

export const catalogContract = {
  listCategories: endpoint({
    method: 'GET',
    path: '/api/categories',
    access: 'everyone',
    summary: 'Lists the categories that are offered, the most wanted first.',
    reply: z.object({ categories: z.array(Category) }),
    cacheSeconds: 3600,
  }),
}
