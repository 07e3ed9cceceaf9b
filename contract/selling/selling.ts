import * as z from 'zod/mini'
import { CategoryId } from '#contract/catalog/catalog.ts'
import { type AmountName, PRODUCT_AMOUNTS } from './amounts.ts'
import { AttributeFields, attributesFit } from './attribute-schemas.ts'
import { choiceSchemas, draftChoiceSchemas, sentChoices, sentDraftChoices } from './choice-schemas.ts'
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
import { plainNumberText } from '#contract/typed/seen-text.ts'
import { CEDI_WORDS, readTypedNumber } from '#contract/typed/typed-numbers.ts'
import { Photo, ProductId } from '#contract/products.ts'
import { REGIONS } from '#contract/catalog/regions.ts'
import { searchWords } from '#contract/search/search-words.ts'

/** The refusal of a typed amount, in SPEC 5's words; undefined for '1250.00'. */
function amountProblem(label: string, text: string): string | undefined {
  if (text === '') return `Invalid ${label.toLowerCase()}`
  const read = readAmount(text)
  if (read && 'meant' in read) return amountProblem(label, read.meant) ?? `Did you mean ${read.meant}?`
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return `${label} must be a valid number`
  if (text.startsWith('-')) return `${label} must not be negative`
  if (Number(text) > PRICE_MAX) return `${label} must be at most ${PRICE_MAX}`
  return /\.\d{3}/.test(text) ? `${label} may have at most 2 decimals` : undefined
}

const readAmount = (text: string) => readTypedNumber(text, { decimals: 2, around: CEDI_WORDS })

const plainAmount = (text: string): string => {
  const read = readAmount(text)
  return read && 'value' in read ? read.value : plainNumberText(text)
}

const typedAmount = (name: AmountName) => {
  const { label } = PRODUCT_AMOUNTS[name]
  return z.string(amountProblem(label, '')).check(
    z.overwrite(plainAmount),
    z.check(({ value, issues }) => {
      const message = amountProblem(label, value)
      // Continues, because a draft's price may also be empty, and only this alternative's message is shown.
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

/** The form of a listing with the rules and texts of SPEC 5: the requirements for publishing. */
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
  /** Attributes of the category, by name; empty ones are ignored. */
  attributes: AttributeFields,
})
export type ListingForm = z.output<typeof ListingForm>

/** The same form before it is complete: missing parts are empty, texts that cannot be stored are refused. */
export const DraftForm = z.object({
  title: line(TITLE_MAX),
  description: paragraphs(DESCRIPTION_MAX),
  price: optionalAmount('price'),
  category: z.union([z.literal(''), CategoryId]),
  ...draftChoiceSchemas,
  region: z.union([z.literal(''), z.enum(REGIONS)], 'Choose a region'),
  location: line(LOCATION_MAX),
  tags: Tags,
  customFields: CustomFields,
  /** Attributes of the category, by name; empty ones are ignored. */
  attributes: AttributeFields,
})
export type DraftForm = z.output<typeof DraftForm>

/**
 * Absent attributes, for example from a client that does not know them yet, stay unchanged if they fit the
 * category.
 */
const sentAttributes = { attributes: z.optional(AttributeFields) }
const SentDraft = z.extend(DraftForm, { ...sentDraftChoices, ...sentAttributes }).check(attributesFit)
export type SentDraft = z.output<typeof SentDraft>
const SentListing = z.extend(ListingForm, { ...sentChoices, ...sentAttributes }).check(attributesFit)
export type SentListing = z.output<typeof SentListing>

/** Held: published, and hidden until a moderator has looked at it. */
const ProductStatus = z.enum(['draft', 'available', 'reserved', 'sold', 'held'])

/** A listing for its seller to edit. */
export const OwnProduct = z.object({
  id: z.string(),
  status: ProductStatus,
  /**
   * Increases with each change of its texts or status. Clients send it back with a change: saving over an
   * older version is refused with `edited-elsewhere`, deciding on one with `changed-elsewhere`.
   */
  version: z.int(),
  form: DraftForm,
  photos: z.array(OwnPhoto),
  buyer: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Why a held listing is not shown. */
  hold: z.nullable(Hold),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type OwnProduct = z.output<typeof OwnProduct>

/** A listing on the dashboard. Price, title and condition may be missing in a draft. */
export const OwnProductCard = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  price: z.nullable(z.number()),
  condition: z.nullable(choiceSchemas.condition),
  /** Null if the category was deleted or not chosen yet: 'Uncategorized'. */
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
      "Lists the person's own listings, newest first, or with `drafts=yes` the unpublished ones, last saved first.",
    query: z.object({ drafts: z.optional(z.literal('yes')), cursor: z.optional(Cursor) }),
    reply: pageOf(OwnProductCard),
  }),
  getOwnProduct: endpoint({
    method: 'GET',
    path: '/api/selling/products/:id',
    access: 'owner',
    summary: "Returns one of the person's own listings or drafts, as the form shows it.",
    params: Id,
    reply: OwnProduct,
  }),
  createDraft: endpoint({
    method: 'POST',
    path: '/api/selling/products',
    access: 'signed-in',
    summary: 'Creates a draft. A repeated `clientKey` returns the draft (or listing) that it became.',
    body: z.object({ clientKey: z.uuid(), form: SentDraft }),
    reply: OwnProduct,
    status: 201,
  }),
  updateDraft: endpoint({
    method: 'PUT',
    path: '/api/selling/products/:id/draft',
    access: 'owner',
    summary: 'Saves an unpublished listing that may be incomplete.',
    params: Id,
    body: z.object({ version: Version, form: SentDraft }),
    reply: OwnProduct,
  }),
  publishProduct: endpoint({
    method: 'POST',
    path: '/api/selling/products/:id/publish',
    access: 'owner',
    summary: 'Publishes a draft. It needs at least one photo, ready or being prepared, and at most five.',
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
      'Marks a published listing as available, reserved or sold; the buyer may be one of the people who wrote about it. The version is the one that the decision is based on.',
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
    summary: "Sends the moderators a message about one of the person's held listings, once a day.",
    params: Id,
    body: z.object({ words: paragraphs(MODERATION_WORDS_MAX, REQUIRED) }),
    reply: Hold,
    status: 201,
  }),
  listInterestedBuyers: endpoint({
    method: 'GET',
    path: '/api/selling/products/:id/interested',
    access: 'owner',
    summary:
      "Lists the people who wrote about one of the person's listings and so may buy it, last writer first; at most 50.",
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
      "Deletes one of the person's listings or drafts with its photos. The version is the one that the decision is based on.",
    params: Id,
    query: z.object({
      version: z.string('Not a version').check(z.regex(/^[1-9]\d{0,8}$/, 'Not a version')),
    }),
    reply: z.object({}),
  }),
  recordView: endpoint({
    method: 'POST',
    path: '/api/products/:id/views',
    access: 'everyone',
    summary:
      'Counts a view of a product for its seller, at most once an hour per network address, and the words that led to it.',
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
