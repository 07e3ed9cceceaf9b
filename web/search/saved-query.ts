import type { Filters } from './filters.ts'
import { filtersToSearch } from './filters.ts'

const amount = (text: string | undefined) => text && String(Number(text))

/** What of a search can be saved, as the server writes it; '' when nothing narrows it. Order and age are no part. */
export const savedQueryOf = ({ search, category, location, region, min, max, price_type }: Filters): string =>
  filtersToSearch({ search, category, location, region, min: amount(min), max: amount(max), price_type })
