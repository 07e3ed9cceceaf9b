import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FAVOURITES_MERGED_MAX, PRODUCTS_PER_PAGE_MAX } from './limits.ts'
import { Cursor, pageOf } from './page.ts'
import { ProductCard, ProductId } from './products.ts'

export const Favourite = z.object({
  product: ProductCard,
  /** The price when it was added. */
  priceThen: z.number(),
  addedAt: z.string(),
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

export const favouritesContract = {
  listFavourites: endpoint({
    method: 'GET',
    path: '/api/favourites',
    access: 'signed-in',
    summary: "Lists the person's favourites, last added first, including reserved and sold ones.",
    query: z.object({ cursor: z.optional(Cursor) }),
    reply: pageOf(Favourite),
  }),
  checkFavourites: endpoint({
    method: 'GET',
    path: '/api/favourites/which',
    access: 'signed-in',
    summary: "Returns which of these products (comma-separated ids, at most 48) are the person's favourites.",
    query: z.object({ products: ProductIds }),
    reply: z.object({ productIds: z.array(z.string()) }),
  }),
  addFavourite: endpoint({
    method: 'PUT',
    path: '/api/favourites/:id',
    access: 'signed-in',
    summary: 'Adds a product to the favourites.',
    params: Id,
    reply: z.object({}),
  }),
  removeFavourite: endpoint({
    method: 'DELETE',
    path: '/api/favourites/:id',
    access: 'signed-in',
    summary: 'Removes a product from the favourites.',
    params: Id,
    reply: z.object({}),
  }),
  mergeFavourites: endpoint({
    method: 'POST',
    path: '/api/favourites',
    access: 'signed-in',
    summary: 'Adds the favourites of a browser at sign-in; deleted products are skipped.',
    body: z.object({ productIds: z.array(ProductId).check(z.maxLength(FAVOURITES_MERGED_MAX)) }),
    reply: z.object({}),
  }),
}
