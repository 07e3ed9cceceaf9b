import type { BuyerReview } from '#contract/agreements/buyer-reviews.ts'
import type { Product } from '#contract/products.ts'
import type { Review } from '#contract/reviews.ts'
import { avatarKey, LISTS_KEY, nameKey, productKey, sellerKey } from './keys.ts'

type Ids = { id?: string } | undefined

const personKeys = ({ name, avatar }: Review['reviewer']) =>
  avatar === null ? [nameKey(name)] : [nameKey(name), avatarKey(avatar)]

/** Surrogate keys of replies to public calls; calls that are missing here show lists. */
const KEYS: Record<string, (body: unknown, ids: Ids) => string[]> = {
  getProduct: (body) => {
    const { id, seller } = body as Product
    return [productKey(id), sellerKey(seller.id)]
  },
  listReviews: (body, ids) => [
    productKey(ids?.id ?? ''),
    ...(body as { items: Review[] }).items.flatMap(({ reviewer }) => personKeys(reviewer)),
  ],
  listBuyerReviews: (body, ids) => [
    sellerKey(ids?.id ?? ''),
    ...(body as { items: BuyerReview[] }).items.flatMap(({ seller }) => personKeys(seller)),
  ],
  getSeller: (_, ids) => [sellerKey(ids?.id ?? '')],
  listSellerProducts: (_, ids) => [sellerKey(ids?.id ?? ''), LISTS_KEY],
  // These replies change only with the whole site.
  listCategories: () => [],
  listTowns: () => [],
}

export const keysOfReply = (call: string, ids: Ids, body: unknown): string[] =>
  (KEYS[call] ?? (() => [LISTS_KEY]))(body, ids)
