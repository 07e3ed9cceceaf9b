import { idMark } from '#contract/id-mark.ts'
import type { Product, ProductCard } from '#contract/products.ts'

/** The fields of a product that its card shows, without the seller's mark: a stored card would keep it for good. */
export function toCard(product: Product): ProductCard {
  const { id, title, price, condition, status, region, location, createdAt, photos, telling } = product
  const photo = photos[0] ?? null
  const seller = idMark(product.seller.id)
  return {
    id,
    title,
    price,
    condition,
    status,
    region,
    location,
    createdAt,
    photo,
    seller,
    telling,
  }
}
