import * as z from 'zod/mini'
import { choiceSchemas } from '#contract/selling/choice-schemas.ts'
import { endpoint } from './endpoint.ts'

export const ProductId = z.uuid('Not a product id')

/**
 * A stored photo. `src` is the common start of its files' addresses: `${src}-640.avif`, for each of
 * PHOTO_WIDTHS in avif and jpg. `width` and `height` are those of the largest file.
 */
export const Photo = z.object({
  src: z.string(),
  width: z.int(),
  height: z.int(),
  /** Base64; a blurred preview of about 21 bytes, of which cards have the first three: the photo's average colour. */
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
  /** The end of its seller's id, by which a browser leaves out those that its person does not see. */
  seller: z.string(),
})
export type ProductCard = z.output<typeof ProductCard>

export const ContactKind = z.enum(['email', 'phone', 'website'])
export type ContactKind = z.output<typeof ContactKind>

/** `value` is null when the seller shows this detail to signed-in people only. */
const SellerContact = z.object({ kind: ContactKind, value: z.nullable(z.string()) })

export const Seller = z.object({
  id: z.string(),
  name: z.string(),
  /** Common start of the picture's files: `${avatar}-96.avif`, for each of AVATAR_WIDTHS in avif and jpg. */
  avatar: z.nullable(z.string()),
  memberSince: z.string(),
  phoneVerified: z.boolean(),
  emailVerified: z.boolean(),
  /** Over earned reviews of all that they sell or sold. From five people on; `average` has one decimal. */
  rating: z.object({ average: z.nullable(z.number()), count: z.int() }),
  /** How many things they have sold here. */
  sold: z.int(),
  /** Usual minutes until their first answer; null while that is not known. */
  replyMinutes: z.nullable(z.int()),
  /** Of people who wrote to them first, how many in a hundred got an answer; null while that is not known. */
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
  /** A hidden one is offered nowhere any more. */
  category: z.nullable(z.object({ id: z.string(), name: z.string(), isHidden: z.optional(z.boolean()) })),
  region: z.string(),
  location: z.string(),
  tags: z.array(z.string()),
  customFields: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What is known of such a thing, in the words and the order of its category's table: 'Mileage', '96,000 km'. */
  attributes: z.array(z.object({ name: z.string(), label: z.string(), text: z.string() })),
  createdAt: z.string(),
  photos: z.array(Photo),
  /** Another seller had one of them in a listing first. */
  sharesPhoto: z.boolean(),
  seller: Seller,
  /** `average` has one decimal; null without reviews. */
  rating: z.object({ average: z.nullable(z.number()), count: z.int() }),
})
export type Product = z.output<typeof Product>

export const productsContract = {
  listFeatured: endpoint({
    method: 'GET',
    path: '/api/featured',
    access: 'everyone',
    summary: 'The newest unsold products, for the home page.',
    reply: z.object({ products: z.array(ProductCard) }),
    cacheSeconds: 0,
  }),
  getProduct: endpoint({
    method: 'GET',
    path: '/api/products/:id',
    access: 'everyone',
    summary: 'One product with its photos, seller and rating.',
    params: z.object({ id: ProductId }),
    reply: Product,
    cacheSeconds: 0,
  }),
}
