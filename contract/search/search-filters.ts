import { ATTRIBUTE_FILTERS } from '#contract/catalog/attribute-filters.ts'
import { REGIONS } from '#contract/catalog/regions.ts'
import { type AmountColumn, type AmountEnd, productAmounts } from '#contract/selling/amounts.ts'
import {
  DATE_TEXTS,
  DATES,
  filteredChoices,
  type FilteredColumn,
  type FilteredValues,
  RADII,
  RADIUS_TEXTS,
  type Sort,
  SORT_TEXTS,
  SORTS,
} from '#contract/selling/choices.ts'
import { LOCATION_MAX, SEARCH_MAX } from '#contract/limits.ts'

/** Possible texts of a parameter. */
type Reading =
  | { kind: 'words'; maxLength: number }
  | {
      kind: 'choice'
      values: readonly string[]
      /** Labels of the values, if the values are not words themselves. */
      texts?: Readonly<Record<string, string>>
      /** Label for no choice, unless one of the values means that. */
      any?: string
    }
  /** Any of `values`, with * between them; `column` of `products` contains one. */
  | {
      kind: 'choices'
      values: readonly string[]
      texts: Readonly<Record<string, string>>
      column: string
    }
  /** The minimum or maximum of a `column` of `products`: digits with at most two decimals. */
  | { kind: 'amount'; column: string; end: 'from' | 'to' }
  /** One of `values`, or a text that matches `pattern`. */
  | { kind: 'pattern'; values?: readonly string[]; pattern: RegExp }
  /** Several values by their names, as `contract/catalog/attribute-filters.ts` writes them. */
  | { kind: 'attributes'; pattern: RegExp }

export type SearchParameter = Reading & {
  /** For a parameter that narrows the list: its filter. */
  filter?: string
  isSaved?: true
  /** Its label in the panel of filters beside the list. */
  label?: string
  /** The value that has the same effect as none. */
  neutral?: string
}

type AmountParameters = {
  [Name in AmountEnd]: {
    kind: 'amount'
    column: AmountColumn
    end: 'from' | 'to'
    filter: AmountColumn
    isSaved: true
    label: string
  }
}

const AMOUNTS = Object.fromEntries(
  productAmounts.flatMap(({ column, label, filter: names }) =>
    (['from', 'to'] as const).flatMap((end) => {
      const name = names[end]
      const parameter = { kind: 'amount', column, end, filter: column, isSaved: true, label }
      return name ? [[name, parameter]] : []
    }),
  ),
) as unknown as AmountParameters

type ChoiceParameters = {
  [Column in FilteredColumn]: {
    kind: 'choices'
    values: readonly FilteredValues[Column][]
    texts: Readonly<Record<string, string>>
    column: Column
    filter: Column
    isSaved: true
    label: string
  }
}

const CHOICES = Object.fromEntries(
  filteredChoices.map(({ column, label, texts, filter: { texts: shorter } }) => [
    column,
    {
      kind: 'choices',
      values: Object.keys(texts),
      texts: { ...texts, ...shorter },
      column,
      filter: column,
      isSaved: true,
      label,
    },
  ]),
) as unknown as ChoiceParameters

/**
 * Every parameter of a result page's address and of the API's search, in the order in which addresses contain
 * them.
 */
export const SEARCH_PARAMETERS = {
  search: {
    kind: 'words',
    maxLength: SEARCH_MAX,
    filter: 'search',
    isSaved: true,
  },
  category: {
    kind: 'pattern',
    pattern: /^[a-z0-9-]{1,40}$/,
    filter: 'category',
    isSaved: true,
  },
  /** They have a meaning only with a chosen category. */
  attributes: {
    kind: 'attributes',
    pattern: ATTRIBUTE_FILTERS,
    filter: 'attributes',
    isSaved: true,
    label: 'Details',
  },
  location: {
    kind: 'words',
    maxLength: LOCATION_MAX,
    filter: 'location',
    isSaved: true,
  },
  region: {
    kind: 'choice',
    values: REGIONS,
    any: 'All Regions',
    filter: 'region',
    isSaved: true,
    label: 'Region',
  },
  ...AMOUNTS,
  /** The neutral value depends on the words: see `defaultSort`. */
  sort: { kind: 'choice', values: SORTS, texts: SORT_TEXTS, label: 'Sort by' },
  date: {
    kind: 'choice',
    values: DATES,
    texts: DATE_TEXTS,
    filter: 'date',
    label: 'Listed',
    neutral: 'all',
  },
  ...CHOICES,
  /**
   * Origin of distances: a region's or a town's name, or 'latitude,longitude' with at most one decimal (about
   * 11 km): enough for a town, too coarse for a house.
   */
  near: {
    kind: 'pattern',
    values: REGIONS,
    pattern: /^(-?\d{1,2}(\.\d)?,-?\d{1,3}(\.\d)?|[A-Za-z][A-Za-z' -]{1,39})$/,
    isSaved: true,
    label: 'Near',
  },
  /** Kilometres around `near`, without which it has no meaning. */
  within: {
    kind: 'choice',
    values: RADII,
    texts: RADIUS_TEXTS,
    filter: 'within',
    isSaved: true,
  },
} as const satisfies Record<string, SearchParameter>

type Parameters = typeof SEARCH_PARAMETERS
export type ParameterName = keyof Parameters
/** Names of the parameters that have `Property`. */
export type ParametersWith<Property> = {
  [Name in ParameterName]: Parameters[Name] extends Property ? Name : never
}[ParameterName]
export type FilterName = Extract<Parameters[ParameterName], { filter: string }>['filter']
/** Possible texts of a parameter in an address. */
export type ParameterText<Name extends ParameterName> = Parameters[Name] extends {
  kind: 'choice'
  values: readonly (infer Value)[]
}
  ? Value
  : string

/** Best match first with words, newest first without. */
export const defaultSort = ({ search }: { search?: string }): Sort =>
  search === undefined ? 'newest' : 'relevance'

/** The text without control characters and cut surrogate pairs, which cannot be searched for. */
export const plainWords = (text: string): string => text.replaceAll(/(?!\s)\p{Cc}|\p{Cs}/gu, '').trim()

/** An amount as people write it ('GH₵1,250', '1 250.50', '12,50') in digits with a decimal point. */
export function amountFrom(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/^[\p{L}\p{Sc}]+|\p{L}{3,}$|[\s'’]|,(?=\d{3}(?!\d))/gu, '')
    .replace(',', '.')
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? plain : undefined
}

export const searchParameters = Object.entries(SEARCH_PARAMETERS) as [ParameterName, SearchParameter][]

export const savedParameters = searchParameters.flatMap(([name, { isSaved }]) =>
  isSaved ? [name] : [],
) as ParametersWith<{ isSaved: true }>[]

export const filterNames = [
  ...new Set(searchParameters.flatMap(([, { filter }]) => filter ?? [])),
] as FilterName[]

/** The parameters of a filter: 'price' has a minimum and a maximum. */
export const parametersOf = (filter: FilterName): ParameterName[] =>
  searchParameters.flatMap(([name, parameter]) => (parameter.filter === filter ? [name] : []))

export type ColumnParameterName = ParametersWith<{ column: string }>
interface ColumnParameter {
  name: ColumnParameterName
  column: Parameters[ColumnParameterName]['column']
  /** How a product's value is compared with the parameter's. */
  comparison: 'one-of' | 'from' | 'to'
}

/** The parameters that only compare a column of a product with the wanted value. */
export const columnParameters = searchParameters.flatMap(([name, parameter]) => {
  const { column, end } = { column: undefined, end: 'one-of', ...parameter }
  return column === undefined ? [] : [{ name, column, comparison: end } as ColumnParameter]
})

/** The columns of these parameters. */
export const filteredColumns = [...new Set(columnParameters.map(({ column }) => column))]
