import { shortPath } from '#contract/sharing/short-links.ts'
import type { HomeRow, Product, ProductCard } from '#contract/products.ts'
import { attributesOf, attributeText, type AttributeValues } from '#contract/catalog/attribute-rules.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { toCard, toPublicProduct, toTelling } from './card.ts'
import {
  type HomeCardRow,
  type ProductRow,
  ROW_PRODUCTS_MIN,
  selectFeatured,
  selectHomeRows,
  selectPriceFalls,
  selectProduct,
} from './queries.ts'
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
  telling: toTelling(row),
  category: toCategory(row),
  photos: row.photos,
  sharesPhoto: row.shares_photo,
  seller: toSeller(row),
  // Each person reviews a product once.
  rating: shownRating({ average: row.average, count: row.review_count ?? 0, people: row.review_count ?? 0 }),
})

/** The rows of the home page below the featured products; none of them is nearly empty. */
export async function listHomeRows({
  reads,
}: Pick<Context, 'reads'>): Promise<{ rows: HomeRow[]; priceFalls: ProductCard[] }> {
  const [cards, falls] = await Promise.all([selectHomeRows(reads), selectPriceFalls(reads)])
  return { rows: toRows(cards), priceFalls: falls.length < ROW_PRODUCTS_MIN ? [] : falls.map(toFallenCard) }
}

const toFallenCard = (row: Awaited<ReturnType<typeof selectPriceFalls>>[number]): ProductCard => ({
  ...toCard(row),
  was: Number(row.fell_from),
})

function toRows(cards: HomeCardRow[]): HomeRow[] {
  const rows = new Map<string, HomeRow>()
  for (const row of cards) {
    const { row_id: id, row_name: name } = row
    const home = rows.get(id) ?? { category: { id, name }, products: [] }
    home.products.push(toCard(row))
    rows.set(id, home)
  }
  return [...rows.values()]
}

/** The newest unsold products (SPEC 2, Home), and how many rows follow, so that the page leaves their room. */
export async function listFeatured(
  ctx: Pick<Context, 'reads'>,
): Promise<{ products: ProductCard[]; rows: number }> {
  const [products, { rows, priceFalls }] = await Promise.all([selectFeatured(ctx.reads), listHomeRows(ctx)])
  return { products: products.map(toCard), rows: rows.length + (priceFalls.length > 0 ? 1 : 0) }
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
