import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** SPEC 9 names the first ten, in this order; the rest complete Ghana's present sixteen. */
export const REGIONS = [
  'Greater Accra',
  'Ashanti',
  'Western',
  'Central',
  'Eastern',
  'Volta',
  'Northern',
  'Upper East',
  'Upper West',
  'Brong Ahafo',
  'Ahafo',
  'Bono',
  'Bono East',
  'North East',
  'Oti',
  'Savannah',
  'Western North',
] as const
export type Region = (typeof REGIONS)[number]

/** The former region 'Brong Ahafo' stands for the three it was divided into. */
export const BRONG_AHAFO = ['Ahafo', 'Bono', 'Bono East'] as const satisfies Region[]

export const CONDITIONS = ['new', 'like-new', 'good', 'fair', 'poor'] as const
export type Condition = (typeof CONDITIONS)[number]

export const PRICE_TYPES = ['negotiable', 'fixed'] as const
export type PriceType = (typeof PRICE_TYPES)[number]

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
