import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Cursor, pageOf } from './page.ts'
import { ProductId } from './products.ts'

export const Review = z.object({
  id: z.string(),
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  title: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  createdAt: z.string(),
  reviewer: z.object({ name: z.string(), avatar: z.nullable(z.string()) }),
})
export type Review = z.output<typeof Review>

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/products/:id/reviews',
  summary: "A product's reviews, newest first.",
  params: z.object({ id: ProductId }),
  query: z.object({ cursor: z.optional(Cursor) }),
  reply: pageOf(Review),
  cacheSeconds: 0,
})
