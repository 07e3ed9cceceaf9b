import type { DateFilter, Sort } from '#contract/selling/choices.ts'
import type { SearchReply } from '#contract/search.ts'

export const SORT_TEXTS: Record<Sort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  price_low: 'Price: low to high',
  price_high: 'Price: high to low',
  relevance: 'Best match',
  distance: 'Nearest first',
}

export const DATE_TEXTS: Record<DateFilter, string> = {
  all: 'Any time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  '3months': 'Last 90 days',
}

/** '1,234' */
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** '1 product', '63 products', '10,000+ products' */
export function countText({ count, more }: SearchReply['total']): string {
  return `${grouped(count)}${more ? '+' : ''} product${count === 1 ? '' : 's'}`
}
