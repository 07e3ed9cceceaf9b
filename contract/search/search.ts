import * as z from 'zod/mini'
import { readAttributeFilters, writeAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import { Category, CategoryId, UNKNOWN_CATEGORY } from '#contract/catalog/catalog.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PRICE_MAX, PRODUCTS_PER_PAGE_MAX, SEARCH_MAX, TITLE_MAX, TITLE_MIN } from '#contract/limits.ts'
import { Cursor } from '#contract/page.ts'
import { ProductCard } from '#contract/products.ts'
import {
  amountFrom,
  filterNames,
  type ParameterName,
  type ParametersWith,
  type ParameterText,
  plainWords,
  type savedParameters,
  type SearchParameter,
  searchParameters,
} from './search-filters.ts'
import { readChosen, writeChosen } from './chosen-values.ts'
import { searchWords } from './search-words.ts'

const Price = z.pipe(
  z.pipe(
    z.string().check(z.refine((text) => amountFrom(text) !== undefined, 'Price must be a valid number')),
    z.transform((text) => Number(amountFrom(text))),
  ),
  z.number().check(z.maximum(PRICE_MAX)),
)

/** Empty words count as no words. */
const wordsOrNone = (most: number) =>
  z.pipe(
    searchWords(most),
    z.transform((text) => text || undefined),
  )

/** Messages for a parameter's invalid text. */
const REFUSALS: Partial<Record<ParameterName, string>> = {
  category: UNKNOWN_CATEGORY,
  attributes: 'Give name.value, several with * between them',
  near: 'Give the name of a town, or latitude,longitude with one decimal',
}

const choicesOf = (values: readonly string[]) =>
  z.string().check(
    z.refine(
      (text) => text !== '' && readChosen(text).every((value) => values.includes(value)),
      `Give one or more of ${values.join(', ')}, with * between them`,
    ),
    z.overwrite((text) => writeChosen(values, readChosen(text)) ?? ''),
  )

function schemaOf(name: ParameterName, parameter: SearchParameter): z.ZodMiniType {
  if (parameter.kind === 'amount') return Price
  if (parameter.kind === 'choice') return z.enum(parameter.values)
  if (parameter.kind === 'choices') return choicesOf(parameter.values)
  if (parameter.kind === 'words') return wordsOrNone(parameter.maxLength)
  if (parameter.kind === 'attributes')
    return z.string().check(
      z.overwrite(plainWords),
      z.regex(parameter.pattern, REFUSALS[name]),
      z.overwrite((text) => writeAttributeFilters(readAttributeFilters(text)) ?? ''),
    )
  const text = z.string().check(z.regex(parameter.pattern, REFUSALS[name]))
  return 'values' in parameter && parameter.values ? z.union([z.enum(parameter.values), text]) : text
}

type ParameterSchemas = {
  [Name in ParameterName]: z.ZodMiniOptional<
    z.ZodMiniType<
      Name extends ParametersWith<{ kind: 'amount' }> ? number : ParameterText<Name>,
      ParameterText<Name>
    >
  >
}
const parameterSchemas = Object.fromEntries(
  searchParameters.map(([name, parameter]) => [name, z.optional(schemaOf(name, parameter))]),
) as ParameterSchemas

/** Every parameter of the products page's address, and the page's size. */
export const SearchQuery = z.object({
  ...parameterSchemas,
  cursor: z.optional(Cursor),
  limit: z.optional(
    z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,2}$/, 'Must be a whole number')), z.transform(Number)),
      z.number().check(z.minimum(1), z.maximum(PRODUCTS_PER_PAGE_MAX)),
    ),
  ),
})
export type SearchQuery = z.output<typeof SearchQuery>

/** The parts of a search that can be saved: its order, age and page cannot. */
export type SavedFilters = Pick<SearchQuery, (typeof savedParameters)[number]>

/** Exact up to COUNT_EXACT_MAX; `more` is true if there are more than that. */
export const Found = z.object({ count: z.int(), more: z.boolean() })
export type Found = z.output<typeof Found>

/** The middle half of the prices, rounded. */
export const PriceRange = z.object({ of: z.enum(['sold', 'offered']), low: z.number(), high: z.number() })
export type PriceRange = z.output<typeof PriceRange>

export const SearchReply = z.object({
  items: z.array(ProductCard),
  nextCursor: z.nullable(z.string()),
  total: Found,
  /** True if nothing matched the typed words and these resemble them (typing errors). */
  similar: z.boolean(),
  /** If nothing has all of the words: the words, as typed, that the best of the items lack. */
  leftOut: z.array(z.string()),
  /** True if nothing is within the radius and these are the nearest beyond it. */
  beyond: z.boolean(),
  /** Only for an empty result: the matches without one of the filters, most first. */
  filterSuggestions: z.array(
    z.object({
      drop: z.enum(filterNames),
      /** The attribute that is dropped, for the filter 'attributes'. */
      attribute: z.optional(z.string()),
      count: z.int(),
    }),
  ),
})
export type SearchReply = z.output<typeof SearchReply>

/** An attribute that filters lists of a category. */
export const AttributeFilter = z.object({
  name: z.string(),
  label: z.string(),
  /**
   * A number's bounds and unit; for other kinds the existing values, each with the number of products that it
   * would leave.
   */
  range: z.nullable(z.object({ min: z.number(), max: z.number(), unit: z.string() })),
  options: z.array(z.object({ value: z.string(), count: z.int() })),
  /**
   * True if there may be more of each than counted, because only the first thousand products were counted.
   */
  more: z.boolean(),
})
export type AttributeFilter = z.output<typeof AttributeFilter>

/** Numbers of products for the values of a choice, e.g. `{ new: 12, good: 40 }`; without those that none has. */
export const ChoiceCounts = z.object({ counts: z.record(z.string(), z.int()), more: z.boolean() })
export type ChoiceCounts = z.output<typeof ChoiceCounts>

/** A town or suburb of Ghana; no location of a person is more exact. */
export const Town = z.object({
  id: z.int(),
  name: z.string(),
  otherNames: z.array(z.string()),
  region: z.string(),
  /** The town of a suburb. */
  withinId: z.nullable(z.int()),
  latitude: z.number(),
  longitude: z.number(),
})
export type Town = z.output<typeof Town>

const SuggestedCategory = z.extend(Category, { products: z.int() })
export type SuggestedCategory = z.output<typeof SuggestedCategory>

export const searchContract = {
  searchProducts: endpoint({
    method: 'GET',
    path: '/api/products',
    access: 'everyone',
    summary:
      'Finds products on sale by words (best match first), category, location, price, age and price type (newest first); paged by cursor.',
    query: SearchQuery,
    reply: SearchReply,
    cacheSeconds: 0,
  }),
  listAttributeFilters: endpoint({
    method: 'GET',
    path: '/api/attribute-filters',
    access: 'everyone',
    summary:
      'Lists the attributes that can narrow a search in a category further, with counts (none without a category), and counts the values of condition and price type.',
    query: SearchQuery,
    reply: z.object({
      attributes: z.array(AttributeFilter),
      /** The counts of each choice, by its column. */
      choices: z.record(z.string(), ChoiceCounts),
    }),
    cacheSeconds: 0,
  }),
  getPriceRange: endpoint({
    method: 'GET',
    path: '/api/price-range',
    access: 'signed-in',
    summary:
      'Returns the prices between which most things with a similar title were sold in the last year, otherwise are offered; null if fewer than five are known.',
    query: z.object({
      category: CategoryId,
      title: z.string().check(z.trim(), z.minLength(TITLE_MIN), z.maxLength(TITLE_MAX)),
    }),
    reply: z.object({ range: z.nullable(PriceRange) }),
  }),
  listTowns: endpoint({
    method: 'GET',
    path: '/api/towns',
    access: 'everyone',
    summary: 'Lists the towns and suburbs between which distances are measured, by name.',
    reply: z.object({ towns: z.array(Town) }),
    cacheSeconds: 86_400,
  }),
  listSuggestions: endpoint({
    method: 'GET',
    path: '/api/suggestions',
    access: 'everyone',
    summary:
      "Suggests other people's searches, titles and categories that begin with or resemble the typed text, each with its category or number of products.",
    query: z.object({ q: searchWords(SEARCH_MAX) }),
    reply: z.object({
      /** Most searched first, each with its matches and their most common category. */
      searches: z.array(z.object({ text: z.string(), category: z.nullable(z.string()), products: Found })),
      /** Titles, each with the category of most of its products. */
      titles: z.array(z.object({ text: z.string(), category: z.nullable(z.string()) })),
      /** Categories, each with its number of products on sale. */
      categories: z.array(SuggestedCategory),
    }),
    cacheSeconds: 60,
  }),
}
