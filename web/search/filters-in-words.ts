import { PRICE_TYPE_TEXTS } from '#web/ui/choice-texts.ts'
import type { Filters } from './filters.ts'

interface Wording {
  /** '“samsung”', a category's name, or both. */
  title: string
  /** Place, price and price type, as far as they are set. */
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

/** What a search looks for, in words. */
export function filtersInWords(filters: Filters, { categoryName, money }: Words): Wording {
  const { search, category, location, region, price_type: priceType } = filters
  const what = [search && `“${search}”`, category && (categoryName ?? category)].filter(Boolean)
  const where = [location, region].filter(Boolean).join(', ')
  const details = [
    where && `in ${where}`,
    priceInWords(filters, money),
    priceType && PRICE_TYPE_TEXTS[priceType].toLowerCase(),
  ]
  return { title: what.join(' in ') || 'Anything', details: details.filter((detail) => !!detail) as string[] }
}
