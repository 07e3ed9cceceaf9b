import * as z from 'zod/mini'
import type * as choices from './choices.ts'
import { endpoint } from './endpoint.ts'
import type * as regions from './regions.ts'

export type Region = regions.Region
export type Condition = choices.Condition
export type PriceType = choices.PriceType

/** A category's id is its address: `/products?category=mobile`. */
export const CategoryId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'Unknown category'))

export const Category = z.object({ id: z.string(), name: z.string(), icon: z.string() })
export type Category = z.output<typeof Category>

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  summary: 'All categories, by name.',
  reply: z.object({ categories: z.array(Category) }),
  cacheSeconds: 3600,
})
