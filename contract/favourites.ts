import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FAVOURITES_MERGED_MAX, PRODUCTS_PER_PAGE_MAX } from './limits.ts'
import { Cursor, pageOf } from './page.ts'
import { ProductCard, ProductId } from './products.ts'

export const Favourite = z.object({
  product: ProductCard,
  /** The price when it was kept. */
  priceThen: z.number(),
  keptAt: z.string(),
})
export type Favourite = z.output<typeof Favourite>

const Id = z.object({ id: ProductId })

const ProductIds = z.pipe(
  z.string().check(z.maxLength(PRODUCTS_PER_PAGE_MAX * 37)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(ProductId).check(z.maxLength(PRODUCTS_PER_PAGE_MAX)),
  ),
)

export const listFavourites = endpoint({
  method: 'GET',
  path: '/api/favourites',
  signedIn: true,
  summary: "The person's favourites, last kept first, also those that are reserved or sold by now.",
  query: z.object({ cursor: z.optional(Cursor) }),
  reply: pageOf(Favourite),
})

export const whichFavourites = endpoint({
  method: 'GET',
  path: '/api/favourites/which',
  signedIn: true,
  summary: 'Which of these products (ids with commas between, at most 48) are favourites of the person.',
  query: z.object({ products: ProductIds }),
  reply: z.object({ productIds: z.array(z.string()) }),
})

export const keepFavourite = endpoint({
  method: 'PUT',
  path: '/api/favourites/:id',
  signedIn: true,
  summary: 'Keeps a product among the favourites.',
  params: Id,
  reply: z.object({}),
})

export const dropFavourite = endpoint({
  method: 'DELETE',
  path: '/api/favourites/:id',
  signedIn: true,
  summary: 'Takes a product out of the favourites.',
  params: Id,
  reply: z.object({}),
})

export const mergeFavourites = endpoint({
  method: 'POST',
  path: '/api/favourites',
  signedIn: true,
  summary:
    'Adds what a visitor kept in their browser before signing in; products that are gone are passed over.',
  body: z.object({ productIds: z.array(ProductId).check(z.maxLength(FAVOURITES_MERGED_MAX)) }),
  reply: z.object({}),
})
