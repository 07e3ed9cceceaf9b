import { type Selectable, sql } from 'kysely'
import type { ProductCard } from '#contract/products.ts'
import { attributeOf, attributeText, type AttributeValues } from '#contract/catalog/attribute-rules.ts'
import { TELLING_ATTRIBUTES, tellingText } from '#contract/catalog/telling-attributes.ts'
import { AMOUNT_COLUMNS } from '#contract/selling/amounts.ts'
import { ID_MARK_LENGTH } from '#contract/id-mark.ts'
import type { ProductImages, Products } from '#server/platform/db/schema.ts'
import { CHOICE_COLUMNS } from './choices.ts'

/** Columns of `products p` that everyone may see, on cards and on the product's page. */
const PUBLIC_COLUMNS = [
  'id',
  'title',
  'price',
  'condition',
  'status',
  'region',
  'location',
  'created_at',
] as const
/** Columns of `products p` on its page: those of a card and more. */
export const PAGE_COLUMNS = [
  ...new Set([
    ...PUBLIC_COLUMNS,
    'description',
    'tags',
    'custom_fields',
    'attributes',
    ...AMOUNT_COLUMNS,
    ...CHOICE_COLUMNS,
  ] as const),
]

const PHOTO_COLUMNS = ['image_url', 'width', 'height', 'thumbhash'] as const

type PublicRow = Pick<Selectable<Products>, (typeof PUBLIC_COLUMNS)[number]>
type PhotoRow = Pick<Selectable<ProductImages>, (typeof PHOTO_COLUMNS)[number]>

/** A published product's columns, and those of its primary photo, which may be missing. */
export type CardRow = { [Column in keyof PublicRow]: NonNullable<PublicRow[Column]> } & {
  [Column in keyof PhotoRow]: PhotoRow[Column] | null
} & {
  seller_mark: string
  seller_is_verified: boolean
  category_id: string | null
  attributes: unknown
}

/** The columns of a card, from `products p` left joined with its primary `product_images i`. */
export const cardColumns = sql.raw(
  [
    ...PUBLIC_COLUMNS.map((name) => `p.${name}`),
    ...PHOTO_COLUMNS.map((name) => `i.${name}`),
    `right(p.seller_id::text, ${ID_MARK_LENGTH}) as seller_mark`,
    '(select phone_verified from profiles where id = p.seller_id) as seller_is_verified',
    // Picking one attribute in SQL would take longer to plan than sending all of them.
    'p.category_id',
    'p.attributes',
  ].join(', '),
)

/**
 * The table's checks (`condition_known`, `status_known`) guarantee these casts; only a draft may lack price
 * and region.
 */
export const toPublicProduct = (row: PublicRow): Omit<ProductCard, 'photo' | 'seller'> => ({
  id: row.id,
  title: row.title,
  price: Number(row.price),
  condition: row.condition as ProductCard['condition'],
  status: row.status as ProductCard['status'],
  region: row.region ?? '',
  location: row.location,
  createdAt: row.created_at,
})

/** The first known one of the attributes that tell most about a thing of its category: '128 GB', 'Size 42'. */
export function toTelling(row: Pick<CardRow, 'category_id' | 'attributes'>): string | undefined {
  const category = row.category_id ?? ''
  const values = row.attributes as AttributeValues
  const names = Object.hasOwn(TELLING_ATTRIBUTES, category) ? TELLING_ATTRIBUTES[category] : []
  for (const name of names ?? []) {
    const [attribute, value] = [attributeOf(category, name), values[name]]
    if (attribute && value !== undefined) return tellingText(name, attributeText(attribute, value))
  }
  return undefined
}

export const toCard = (row: CardRow): ProductCard => ({
  ...toPublicProduct(row),
  photo: row.image_url === null ? null : toPhoto(row, row.image_url),
  seller: row.seller_mark,
  ...(row.seller_is_verified && { isVerified: true as const }),
  telling: toTelling(row),
})

/**
 * Length in base64 of a preview's first three bytes, its average colour, which is all that a card shows: two dozen
 * whole previews would add half a kilobyte to a list.
 */
const COLOUR_LENGTH = 4

const toPhoto = (row: CardRow, src: string): ProductCard['photo'] => ({
  src,
  width: row.width ?? 0,
  height: row.height ?? 0,
  thumbhash: (row.thumbhash ?? '').slice(0, COLOUR_LENGTH),
})
