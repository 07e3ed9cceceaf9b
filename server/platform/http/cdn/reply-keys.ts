import type { Product } from '#contract/products.ts'
import type { Review } from '#contract/reviews.ts'
import { avatarKey, LISTS_KEY, nameKey, productKey, sellerKey } from './keys.ts'

type Ids = { id?: string } | undefined

const reviewerKeys = ({ reviewer: { name, avatar } }: Review) =>
  avatar === null ? [nameKey(name)] : [nameKey(name), avatarKey(avatar)]

/** By what a reply to a public call goes when that changes; what is not named here shows lists. */
const KEYS: Record<string, (body: unknown, ids: Ids) => string[]> = {
  getProduct: (body) => {
    const { id, seller } = body as Product
    return [productKey(id), sellerKey(seller.id)]
  },
  listReviews: (body, ids) => [
    productKey(ids?.id ?? ''),
    ...(body as { items: Review[] }).items.flatMap(reviewerKeys),
  ],
  getSeller: (_, ids) => [sellerKey(ids?.id ?? '')],
  listSellerProducts: (_, ids) => [sellerKey(ids?.id ?? ''), LISTS_KEY],
  // They change with the whole site, or never.
  listCategories: () => [],
  listTowns: () => [],
}

export const keysOfReply = (call: string, ids: Ids, body: unknown): string[] =>
  (KEYS[call] ?? (() => [LISTS_KEY]))(body, ids)
