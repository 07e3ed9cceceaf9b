import type { ParametersWith, SEARCH_PARAMETERS } from '#contract/search-filters.ts'
import { PRICE_TYPE_TEXTS } from '#web/platform/ui/choice-texts.ts'
import type { Filters } from './filters.ts'

interface Wording {
  /** '“samsung”', a category's name, or both. */
  title: string
  /** Location, price and price type, as far as they are set. */
  details: string[]
}

interface Words {
  categoryName: string | undefined
  money: (amount: number) => string
}

function priceInWords({ min, max }: Filters, money: Words['money']): string | undefined {
  if (min && max) return `${money(Number(min))} to ${money(Number(max))}`
  if (max) return `up to ${money(Number(max))}`
  return min && `from ${money(Number(min))}`
}

type SavedFilter = (typeof SEARCH_PARAMETERS)[ParametersWith<{ isSaved: true }>]['filter']

const DETAILS = {
  location: ({ location, region }) => location && `in ${[location, region].filter(Boolean).join(', ')}`,
  region: ({ location, region }) => (location ? undefined : region && `in ${region}`),
  price: (filters, { money }) => priceInWords(filters, money),
  price_type: ({ price_type: type }) => type && PRICE_TYPE_TEXTS[type].toLowerCase(),
} satisfies Record<
  Exclude<SavedFilter, 'search' | 'category'>,
  (filters: Filters, words: Words) => string | undefined
>

/** A saved search in words. */
export function filtersInWords(filters: Filters, words: Words): Wording {
  const { search, category } = filters
  const title = [search && `“${search}”`, category && (words.categoryName ?? category)].filter(Boolean)
  const details = Object.values(DETAILS).map((toWords) => toWords(filters, words))
  return {
    title: title.join(' in ') || 'Anything',
    details: details.filter((detail) => !!detail) as string[],
  }
}
