import { attributeFilterInWords } from '#contract/catalog/attribute-filter-words.ts'
import { readAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import { readChosen } from '#contract/search/chosen-values.ts'
import { isolated } from '#contract/isolated.ts'
import { filteredChoices } from '#contract/selling/choices.ts'
import { productAmounts } from '#contract/selling/amounts.ts'
import type {
  ColumnParameterName,
  ParametersWith,
  SEARCH_PARAMETERS,
} from '#contract/search/search-filters.ts'
import { amountInWords } from './amount-in-words.ts'
import type { Filters } from './filters.ts'

interface Wording {
  /** '“samsung”', a category's name, or both. */
  title: string
  /** Location, price and product choices that are set. */
  details: string[]
}

interface Words {
  categoryName: string | undefined
  money: (amount: number) => string
}

/** Filters whose words are not in the tables of amounts and choices. */
type OtherFilter = Extract<
  (typeof SEARCH_PARAMETERS)[Exclude<ParametersWith<{ isSaved: true }>, ColumnParameterName>],
  { filter: string }
>['filter']

const DETAILS = {
  attributes: ({ attributes }) =>
    Object.entries(readAttributeFilters(attributes))
      .map(([name, wanted]) => wanted.map((one) => attributeFilterInWords(name, one)).join(' or '))
      .join(', '),
  location: ({ location, region }) =>
    location && `in ${[isolated(location), region].filter(Boolean).join(', ')}`,
  region: ({ location, region }) => (location ? undefined : region && `in ${region}`),
  within: ({ near, within }) => near && within && `within ${within} km of ${near}`,
} satisfies Record<Exclude<OtherFilter, 'search' | 'category'>, (filters: Filters) => string | undefined>

const choicesInWords = (filters: Filters) =>
  filteredChoices.map(({ column, texts }) =>
    readChosen(filters[column])
      .map((chosen) => texts[chosen]?.toLowerCase())
      .join(' or '),
  )

export function filtersInWords(filters: Filters, words: Words): Wording {
  const { search, category } = filters
  const title = [search && `“${isolated(search)}”`, category && (words.categoryName ?? category)].filter(
    Boolean,
  )
  const details = [
    ...Object.values(DETAILS).map((toWords) => toWords(filters)),
    ...productAmounts.map((amount) => amountInWords(amount, filters, words.money)),
    ...choicesInWords(filters),
  ]
  return {
    title: title.join(' in ') || 'Anything',
    details: details.filter((detail) => !!detail) as string[],
  }
}
