import type { Filters } from './filters.ts'

/** How many filters of the panel narrow the list; words, category and place have boxes of their own. */
export function activeFilterCount({ min, max, region, date, price_type: priceType }: Filters): number {
  const isActive = [min ?? max, region, date, priceType]
  return isActive.filter((value) => value !== undefined).length
}

export const CLEARED_FILTERS = {
  min: undefined,
  max: undefined,
  region: undefined,
  sort: undefined,
  near: undefined,
  date: undefined,
  price_type: undefined,
} as const satisfies Partial<Filters>
