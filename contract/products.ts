import * as z from 'zod/mini'
import { choiceSchemas } from '#contract/selling/choice-schemas.ts'
import { endpoint } from './endpoint.ts'

export const ProductId = z.uuid('Not a product id')

/**
 * A stored photo. `src` is the common prefix of its files' addresses: `${src}-640.avif`, for each of
 * PHOTO_WIDTHS in avif and jpg. `width` and `height` are those of the largest file.
 */
export const Photo = z.object({
  src: z.string(),
  width: z.int(),
  height: z.int(),
  /**
   * Base64; a blurred preview of about 21 bytes. Cards have only its first three: the photo's average colour.
   */
  thumbhash: z.string(),
})
export type Photo = z.output<typeof Photo>

const PublicStatus = z.enum(['available', 'reserved', 'sold'])

export const ProductCard = z.object({
  id: z.string(),
  title: z.string(),
  price: z.number(),
  condition: choiceSchemas.condition,
  status: PublicStatus,
  region: z.string(),
  location: z.string(),
  createdAt: z.string(),
  photo: z.nullable(Photo),
  /** The end of its seller's id, which a browser uses to hide cards from its person. */
  seller: z.string(),
  /** Its price before it fell; only in rows of such products. */
  was: z.optional(z.number()),
  /** True if its seller's phone number is verified. */
  isVerified: z.optional(z.literal(true)),
  /** The attribute that tells most about it: '128 GB'. */
  telling: z.optional(z.string()),
})
export type ProductCard = z.output<typeof ProductCard>

export const ContactKind = z.enum(['email', 'phone', 'website'])
export type ContactKind = z.output<typeof ContactKind>

/** `value` is null if the seller shows this detail only to signed-in people. */
const SellerContact = z.object({ kind: ContactKind, value: z.nullable(z.string()) })

export const Seller = z.object({
  id: z.string(),
  name: z.string(),
  /** Common prefix of the picture's files: `${avatar}-96.avif`, for each of AVATAR_WIDTHS in avif and jpg. */
  avatar: z.nullable(z.string()),
  memberSince: z.string(),
  phoneVerified: z.boolean(),
  emailVerified: z.boolean(),
  /**
   * Average over earned reviews of everything that they sell or sold, if at least five people wrote some;
   * `average` has one decimal.
   */
  rating: z.object({ average: z.nullable(z.number()), count: z.int() }),
  /** Number of deals, as seller or buyer, that both people confirmed. */
  deals: z.int(),
  /** How many of their agreements they kept; null for fewer than three. */
  kept: z.nullable(z.object({ count: z.int(), of: z.int() })),
  /** Median minutes until their first answer; null if unknown. */
  replyMinutes: z.nullable(z.int()),
  /** Percentage of people who wrote first and got an answer; null if unknown. */
  replyRate: z.nullable(z.int()),
  contacts: z.array(SellerContact),
})
export type Seller = z.output<typeof Seller>

export const Product = z.object({
  id: z.string(),
  /** Its short address, for messages and QR codes. */
  shortPath: z.string(),
  title: z.string(),
  description: z.string(),
  price: z.number(),
  ...choiceSchemas,
  status: PublicStatus,
  /** The attribute that tells most about it: '128 GB'. */
  telling: ProductCard.shape.telling,
  /** A hidden category is no longer offered. */
  category: z.nullable(z.object({ id: z.string(), name: z.string(), isHidden: z.optional(z.boolean()) })),
  region: z.string(),
  location: z.string(),
  tags: z.array(z.string()),
  customFields: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Known attributes, in the words and the order of the category's table: 'Mileage', '96,000 km'. */
  attributes: z.array(z.object({ name: z.string(), label: z.string(), text: z.string() })),
  createdAt: z.string(),
  photos: z.array(Photo),
  /** True if another seller had one of them in a listing first. */
  sharesPhoto: z.boolean(),
  seller: Seller,
  /** `average` has one decimal; null without reviews. */
  rating: z.object({ average: z.nullable(z.number()), count: z.int() }),
})
export type Product = z.output<typeof Product>

/** A category and its newest products. */
const HomeRow = z.object({
  category: z.object({ id: z.string(), name: z.string() }),
  products: z.array(ProductCard),
})
export type HomeRow = z.output<typeof HomeRow>

export const productsContract = {
  listFeatured: endpoint({
    method: 'GET',
    path: '/api/featured',
    access: 'everyone',
    summary: 'Lists the newest unsold products, for the home page.',
    /** `rows` is the number of rows that listHomeRows returns. */
    reply: z.object({ products: z.array(ProductCard), rows: z.int() }),
    cacheSeconds: 0,
  }),
  listHomeRows: endpoint({
    method: 'GET',
    path: '/api/home-rows',
    access: 'everyone',
    summary:
      'Lists the newest unsold products of the most wanted categories, a row for each, without the featured ones; also products whose price fell lately, one of each seller.',
    reply: z.object({ rows: z.array(HomeRow), priceFalls: z.array(ProductCard) }),
    cacheSeconds: 0,
  }),
  getProduct: endpoint({
    method: 'GET',
    path: '/api/products/:id',
    access: 'everyone',
    summary: 'Returns a product with its photos, seller and rating.',
    params: z.object({ id: ProductId }),
    reply: Product,
    cacheSeconds: 0,
  }),
}
