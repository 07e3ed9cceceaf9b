import type { Product, ProductCard } from '#contract/products.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { toCard } from './card.ts'
import { toProduct } from './product.ts'
import { selectFeatured, selectProduct } from './queries.ts'

/** The newest unsold products (SPEC 2, Home). */
export async function listFeatured({ reads }: Pick<Context, 'reads'>): Promise<ProductCard[]> {
  const rows = await selectFeatured(reads)
  return rows.map(toCard)
}

/** Refused: product-not-found, also for a draft. */
export async function getProduct(
  { reads }: Pick<Context, 'reads'>,
  { id }: { id: string },
): Promise<Product> {
  const [row] = await selectProduct(reads, { id })
  if (!row) throw new AppError('product-not-found')
  return toProduct(row)
}
