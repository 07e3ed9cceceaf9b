import { FEATURED_PRODUCTS } from '#contract/limits.ts'
import type { Product, ProductCard } from '#contract/products.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { toCard } from './card.ts'
import { toProduct } from './product.ts'
import { selectNewestCards, selectProduct } from './queries.ts'

/** The newest unsold products (SPEC 2, Home). */
export async function listFeatured({ db }: Pick<Context, 'db'>): Promise<ProductCard[]> {
  const rows = await selectNewestCards(db, FEATURED_PRODUCTS)
  return rows.map(toCard)
}

/** Refused: product-not-found, also for a draft. */
export async function getProduct({ db }: Pick<Context, 'db'>, { id }: { id: string }): Promise<Product> {
  const row = await selectProduct(db, id)
  if (!row) throw new AppError('product-not-found')
  return toProduct(row)
}
