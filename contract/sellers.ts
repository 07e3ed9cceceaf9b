import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Cursor, pageOf } from './page.ts'
import { ContactKind, ProductCard, Seller } from './products.ts'

const SellerId = z.uuid('Not a seller id')

export const SellerPage = z.extend(Seller, {
  bio: z.string(),
  location: z.string(),
  /**
   * Rating by sellers with whom they made a deal, each counted once; null if none wrote. `average` has one decimal, and is
   * null if fewer than five count.
   */
  asBuyer: z.nullable(z.object({ average: z.nullable(z.number()), count: z.int() })),
})
export type SellerPage = z.output<typeof SellerPage>

export const sellersContract = {
  getSeller: endpoint({
    method: 'GET',
    path: '/api/sellers/:id',
    access: 'everyone',
    summary: 'Returns the public profile of a seller.',
    params: z.object({ id: SellerId }),
    reply: SellerPage,
    cacheSeconds: 0,
  }),
  listSellerProducts: endpoint({
    method: 'GET',
    path: '/api/sellers/:id/products',
    access: 'everyone',
    summary: "Lists a seller's unsold products, newest first.",
    params: z.object({ id: SellerId }),
    query: z.object({ cursor: z.optional(Cursor) }),
    reply: pageOf(ProductCard),
    cacheSeconds: 0,
  }),
  revealContact: endpoint({
    method: 'POST',
    path: '/api/sellers/:id/contacts',
    access: 'signed-in',
    summary:
      'Reveals one contact detail that a seller shows to signed-in people. Limited and logged, so that nobody collects them.',
    params: z.object({ id: SellerId }),
    body: z.object({ kind: ContactKind }),
    reply: z.object({ kind: ContactKind, value: z.string() }),
  }),
}
