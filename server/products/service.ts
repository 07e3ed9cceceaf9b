import { shortPath } from '#contract/sharing/short-links.ts'
import type { Product, ProductCard } from '#contract/products.ts'
import { attributesOf, attributeText, type AttributeValues } from '#contract/catalog/attribute-rules.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { toCard, toPublicProduct } from './card.ts'
import { type ProductRow, selectFeatured, selectProduct } from './queries.ts'
import { toChoices } from './choices.ts'
import { shownRating, toSeller } from './seller.ts'

/** The product's known attributes among those of its category. */
function toAttributes({ category_id, attributes }: ProductRow): Product['attributes'] {
  const values = attributes as AttributeValues
  return attributesOf(category_id ?? '').flatMap(([name, attribute]) => {
    const value = values[name]
    return value === undefined
      ? []
      : [{ name, label: attribute.label, text: attributeText(attribute, value) }]
  })
}

const toCategory = ({ category_id: id, category_name: name, category_is_hidden: isHidden }: ProductRow) =>
  id === null ? null : { id, name: name ?? '', ...(isHidden && { isHidden }) }

const toProduct = (row: ProductRow): Product => ({
  ...toPublicProduct(row),
  shortPath: shortPath(row),
  ...toChoices(row),
  description: row.description,
  tags: row.tags,
  customFields: row.custom_fields as Product['customFields'],
  attributes: toAttributes(row),
  category: toCategory(row),
  photos: row.photos,
  sharesPhoto: row.shares_photo,
  seller: toSeller(row),
  // Each person reviews a product once.
  rating: shownRating({ average: row.average, count: row.review_count ?? 0, people: row.review_count ?? 0 }),
})

/** The newest unsold products (SPEC 2, Home). */
export async function listFeatured({ reads }: Pick<Context, 'reads'>): Promise<ProductCard[]> {
  const rows = await selectFeatured(reads)
  return rows.map(toCard)
}

/** Throws product-not-found, also for a draft. */
export async function getProduct(
  { reads }: Pick<Context, 'reads'>,
  { id }: { id: string },
): Promise<Product> {
  const [row] = await selectProduct(reads, { id })
  if (!row) throw new AppError('product-not-found')
  return toProduct(row)
}
