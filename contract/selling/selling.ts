import * as z from 'zod/mini'
import { CategoryId } from '#contract/catalog/catalog.ts'
import { type AmountName, PRODUCT_AMOUNTS } from './amounts.ts'
import { AttributeFields, attributesFit } from './attribute-schemas.ts'
import { choiceSchemas, sentChoices } from './choice-schemas.ts'
import { withoutOpenPrompts } from './description-prompts.ts'
import { Hold } from './holds.ts'
import { endpoint } from '#contract/endpoint.ts'
import {
  BULK_PHOTOS_MAX,
  CUSTOM_FIELD_NAME_MAX,
  CUSTOM_FIELD_VALUE_MAX,
  CUSTOM_FIELDS_MAX,
  DESCRIPTION_MAX,
  LOCATION_MAX,
  MODERATION_WORDS_MAX,
  PRICE_MAX,
  SEARCH_MAX,
  TAG_MAX,
  TAGS_MAX,
  TITLE_MAX,
  TITLE_MIN,
} from '#contract/limits.ts'
import { Cursor, pageOf } from '#contract/page.ts'
import { OwnPhoto, PhotoId } from '#contract/photos/photo-uploads.ts'
import { line, paragraphs, REQUIRED, seen } from '#contract/plain-text.ts'
import { Photo, ProductId } from '#contract/products.ts'
import { REGIONS } from '#contract/catalog/regions.ts'
import { searchWords } from '#contract/search/search-words.ts'

/** The refusal of an amount as it is typed, in SPEC 5's words; undefined for '1250.00'. */
function amountProblem(label: string, text: string): string | undefined {
  if (text === '') return `Invalid ${label.toLowerCase()}`
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return `${label} must be a valid number`
  if (text.startsWith('-')) return `${label} must not be negative`
  if (Number(text) > PRICE_MAX) return `${label} must be at most ${PRICE_MAX}`
  return /\.\d{3}/.test(text) ? `${label} may have at most 2 decimals` : undefined
}

/** '1,250.' and '.5' are on the way to a number. */
const plainNumber = (text: string) =>
  text
    .replace(/(\d)[,\s](?=\d{3}(?!\d))/g, '$1')
    .replace(/^\.(?=\d)/, '0.')
    .replace(/(?<=\d)\.$/, '')

const typedAmount = (name: AmountName) => {
  const { label } = PRODUCT_AMOUNTS[name]
  return z.string(amountProblem(label, '')).check(
    z.trim(),
    z.overwrite(plainNumber),
    z.check(({ value, issues }) => {
      const message = amountProblem(label, value)
      // Not the end: a draft's price may also be empty, and of several alternatives this one's message is shown.
      if (message) issues.push({ code: 'custom', message, input: value, continue: true })
    }),
  )
}
const optionalAmount = (name: AmountName) => z.union([z.literal(''), typedAmount(name)])

const Tags = z.array(line(TAG_MAX, REQUIRED)).check(
  z.maxLength(TAGS_MAX, `At most ${TAGS_MAX} tags`),
  z.overwrite((tags) => [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()]),
)

const CustomField = z.object({
  name: line(CUSTOM_FIELD_NAME_MAX, REQUIRED),
  value: line(CUSTOM_FIELD_VALUE_MAX, REQUIRED),
})
const CustomFields = z
  .array(CustomField)
  .check(z.maxLength(CUSTOM_FIELDS_MAX, `At most ${CUSTOM_FIELDS_MAX} details`))

/** The form of a listing with the rules and texts of SPEC 5: what publishing requires. */
export const ListingForm = z.object({
  title: line(TITLE_MAX, seen(TITLE_MIN, 'Title too short', true)),
  description: paragraphs(DESCRIPTION_MAX, z.overwrite(withoutOpenPrompts)),
  price: typedAmount('price'),
  category: z.string().check(
    z.minLength(1, 'Choose category'),
    z.refine((text) => text === '' || z.safeParse(CategoryId, text).success, 'Choose category'),
  ),
  ...choiceSchemas,
  region: z.enum(REGIONS, 'Choose a region'),
  location: line(LOCATION_MAX),
  tags: Tags,
  customFields: CustomFields,
  /** Of the category, by name; those that are empty say nothing. */
  attributes: AttributeFields,
})
export type ListingForm = z.output<typeof ListingForm>

/** The same form before it is complete: what is missing is empty, what cannot be stored is refused. */
export const DraftForm = z.object({
  title: line(TITLE_MAX),
  description: paragraphs(DESCRIPTION_MAX),
  price: optionalAmount('price'),
  category: z.union([z.literal(''), CategoryId]),
  ...choiceSchemas,
  region: z.union([z.literal(''), z.enum(REGIONS)], 'Choose a region'),
  location: line(LOCATION_MAX),
  tags: Tags,
  customFields: CustomFields,
  /** Of the category, by name; those that are empty say nothing. */
  attributes: AttributeFields,
})
export type DraftForm = z.output<typeof DraftForm>

/** Absent, as from a client that does not know of them yet, leaves those that fit the category as they are. */
const sentFields = { ...sentChoices, attributes: z.optional(AttributeFields) }
const SentDraft = z.extend(DraftForm, sentFields).check(attributesFit)
export type SentDraft = z.output<typeof SentDraft>
const SentListing = z.extend(ListingForm, sentFields).check(attributesFit)
export type SentListing = z.output<typeof SentListing>

/** Held: published, and out of sight until a moderator has looked at it. */
const ProductStatus = z.enum(['draft', 'available', 'reserved', 'sold', 'held'])

/** A listing as its seller edits it. */
export const OwnProduct = z.object({
  id: z.string(),
  status: ProductStatus,
  /**
   * Raised by each change of its texts or status. Hand it back with a change: who saves over an older version is refused
   * with `edited-elsewhere`, who decides on one with `changed-elsewhere`.
   */
  version: z.int(),
  form: DraftForm,
  photos: z.array(OwnPhoto),
  buyer: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Why it is not shown, of a held one. */
  hold: z.nullable(Hold),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type OwnProduct = z.output<typeof OwnProduct>

/** A listing on the dashboard. Price and title may be missing of a draft. */
export const OwnProductCard = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  price: z.nullable(z.number()),
  condition: choiceSchemas.condition,
  /** Null of a listing whose category was deleted or not chosen yet: 'Uncategorized'. */
  category: z.nullable(z.string()),
  status: ProductStatus,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  photo: z.nullable(Photo),
  figures: z.object({ views: z.int(), favourites: z.int(), conversations: z.int() }),
})
export type OwnProductCard = z.output<typeof OwnProductCard>

const Id = z.object({ id: ProductId })
const Version = z.int().check(z.positive())

export const sellingContract = {
  listOwnProducts: endpoint({
    method: 'GET',
    path: '/api/selling/products',
    access: 'signed-in',
    summary:
      "The person's own listings, newest first, or with `drafts=yes` the unpublished ones, last saved first.",
    query: z.object({ drafts: z.optional(z.literal('yes')), cursor: z.optional(Cursor) }),
    reply: pageOf(OwnProductCard),
  }),
  getOwnProduct: endpoint({
    method: 'GET',
    path: '/api/selling/products/:id',
    access: 'owner',
    summary: "One of the person's own listings or drafts, as the form shows it.",
    params: Id,
    reply: OwnProduct,
  }),
  createDraft: endpoint({
    method: 'POST',
    path: '/api/selling/products',
    access: 'signed-in',
    summary: 'Begins a draft. The same `clientKey` once more answers with the draft (or listing) it became.',
    body: z.object({ clientKey: z.uuid(), form: SentDraft }),
    reply: OwnProduct,
    status: 201,
  }),
  updateDraft: endpoint({
    method: 'PUT',
    path: '/api/selling/products/:id/draft',
    access: 'owner',
    summary: 'Saves an unpublished listing as far as it is typed.',
    params: Id,
    body: z.object({ version: Version, form: SentDraft }),
    reply: OwnProduct,
  }),
  publishProduct: endpoint({
    method: 'POST',
    path: '/api/selling/products/:id/publish',
    access: 'owner',
    summary:
      'Puts a draft on the market. It needs at least one photo, ready or being prepared, and at most five.',
    params: Id,
    body: z.object({ version: Version, form: SentListing }),
    reply: OwnProduct,
  }),
  updateProduct: endpoint({
    method: 'PUT',
    path: '/api/selling/products/:id',
    access: 'owner',
    summary: 'Saves the texts of a published listing.',
    params: Id,
    body: z.object({ version: Version, form: SentListing }),
    reply: OwnProduct,
  }),
  setProductStatus: endpoint({
    method: 'PUT',
    path: '/api/selling/products/:id/status',
    access: 'owner',
    summary:
      'Marks a published listing available, reserved or sold; the buyer may be one of those who wrote about it. The version is the one that this was decided on.',
    params: Id,
    body: z.object({
      version: Version,
      status: z.enum(['available', 'reserved', 'sold']),
      buyerId: z.optional(z.nullable(z.uuid())),
    }),
    reply: OwnProduct,
  }),
  answerHold: endpoint({
    method: 'POST',
    path: '/api/selling/products/:id/answers',
    access: 'owner',
    summary: 'Tells the moderators something about a listing of one’s own that is held, once a day.',
    params: Id,
    body: z.object({ words: paragraphs(MODERATION_WORDS_MAX, REQUIRED) }),
    reply: Hold,
    status: 201,
  }),
  listInterestedBuyers: endpoint({
    method: 'GET',
    path: '/api/selling/products/:id/interested',
    access: 'owner',
    summary: 'Who wrote about a listing of one’s own, last writer first: to whom it may be sold. At most 50.',
    params: Id,
    reply: z.object({
      people: z.array(z.object({ id: z.string(), name: z.string(), avatar: z.nullable(z.string()) })),
    }),
  }),
  deleteProduct: endpoint({
    method: 'DELETE',
    path: '/api/selling/products/:id',
    access: 'owner',
    summary:
      'Deletes a listing or draft of one’s own with its photos. The version is the one that this was decided on.',
    params: Id,
    query: z.object({
      version: z.string('Which version?').check(z.regex(/^[1-9]\d{0,8}$/, 'Which version?')),
    }),
    reply: z.object({}),
  }),
  recordView: endpoint({
    method: 'POST',
    path: '/api/products/:id/views',
    access: 'everyone',
    summary:
      'Counts a view of a product for its seller, once in a while per visitor, and the words that led to it.',
    params: Id,
    query: z.object({ search: z.optional(searchWords(SEARCH_MAX)) }),
    reply: z.object({}),
    status: 202,
  }),
  assignPhotos: endpoint({
    method: 'POST',
    path: '/api/selling/photos/assign',
    access: 'owner',
    summary: 'Moves unassigned photos to a listing, or with null to a new draft, in this order.',
    body: z.object({
      photos: z.array(PhotoId).check(z.minLength(1), z.maxLength(BULK_PHOTOS_MAX)),
      productId: z.nullable(ProductId),
    }),
    reply: z.object({ productId: z.string() }),
  }),
}
