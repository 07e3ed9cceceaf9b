import { readAttributeFilters, writeAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import { readChosen, SEPARATOR, writeChosen } from '#contract/search/chosen-values.ts'
import {
  amountFrom,
  defaultSort,
  type ParameterName,
  type ParameterText,
  plainWords,
  type SearchParameter,
  searchParameters,
} from '#contract/search/search-filters.ts'

/** The parameters in the address of the products page. */
export type Filters = { [Name in ParameterName]?: ParameterText<Name> } & {
  cursor?: string
}

const CURSOR: SearchParameter = { kind: 'pattern', pattern: /^[\w.~-]{1,300}$/ }
const PARAMETERS = [...searchParameters, ['cursor', CURSOR]] as [keyof Filters, SearchParameter][]

function read(parameter: SearchParameter, text: string): string | undefined {
  if (parameter.kind === 'words') return plainWords(text.trim().slice(0, parameter.maxLength)) || undefined
  if (parameter.kind === 'amount') return amountFrom(text)
  if (parameter.kind === 'choices') return writeChosen(parameter.values, readChosen(text))
  if (parameter.kind === 'attributes') return writeAttributeFilters(readAttributeFilters(plainWords(text)))
  const isKnown = parameter.values?.includes(text)
  return isKnown || (parameter.kind === 'pattern' && parameter.pattern.test(text)) ? text : undefined
}

/** Without JavaScript each chosen value is a separate value of the parameter. */
const textOf = (search: URLSearchParams, name: string, { kind }: SearchParameter) =>
  kind === 'attributes' || kind === 'choices' ? search.getAll(name).join(SEPARATOR) || null : search.get(name)

/** Reads the filters from an address. Leaves out unknown and senseless values, and the usual order. */
export function parseFilters(search: URLSearchParams): Filters {
  const filters: Record<string, string> = {}
  for (const [name, parameter] of PARAMETERS) {
    const text = textOf(search, name, parameter)
    const value = text === null ? undefined : read(parameter, text)
    if (value !== undefined) filters[name] = value
  }
  return withoutUsualSort(filters)
}

const withoutUsualSort = (filters: Filters): Filters =>
  filters.sort === defaultSort(filters) ? { ...filters, sort: undefined } : filters

/** '?search=…&category=…', or '' without filters: equal filters give equal text. */
export function filtersToSearch(filters: Filters): string {
  const search = new URLSearchParams()
  const written = withoutUsualSort(filters)
  for (const [name] of PARAMETERS) {
    const value = written[name]
    if (value !== undefined) search.set(name, value)
  }
  return search.size > 0 ? `?${search}` : ''
}

export const productsPath = (filters: Filters = {}) => `/products${filtersToSearch(filters)}`

/** Id of the search form; controls elsewhere on the page belong to it through their `form` attribute. */
export const SEARCH_FORM = 'product-search'

/**
 * The filters after a change: the first page again, without attributes of the previous category, and without a radius
 * if there is no place.
 */
export const changeFilters = (filters: Filters, change: Partial<Filters>): Filters => ({
  ...filters,
  ...('category' in change && change.category !== filters.category && { attributes: undefined }),
  ...change,
  ...('near' in change && change.near === undefined && { within: undefined }),
  cursor: undefined,
})
