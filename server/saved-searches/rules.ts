import type { SearchQuery } from '#contract/search.ts'
import type { SearchMeaning } from '#server/search/service.ts'

/** In this order a query is written, so that the same search is the same text. */
const PARTS = ['search', 'category', 'location', 'region', 'min', 'max', 'price_type'] as const
type SavedFilters = Pick<SearchQuery, (typeof PARTS)[number]>

/** '?category=mobile&max=2000'; '?' alone asks for nothing. */
export function queryText(filters: SavedFilters): string {
  const query = new URLSearchParams()
  for (const part of PARTS) {
    const value = filters[part]
    if (value !== undefined) query.set(part, String(value))
  }
  return `?${query.toString()}`
}

const lengthOf = (group: readonly string[]) => Math.min(...group.map((word) => word.length))

/**
 * The keys by which a product finds this search: of the words the group whose shortest is longest, since long words
 * are rare; else the category, else the regions. What asks for a price or place alone is found by every product.
 */
export function keysOf({
  words,
  category,
  regions,
}: Pick<SearchMeaning, 'words' | 'category' | 'regions'>): string[] {
  const [rarest] = (words ?? []).toSorted((a, b) => lengthOf(b) - lengthOf(a))
  if (rarest) return rarest.map((word) => `w/${word}`)
  if (category !== undefined) return [`c/${category}`]
  if (regions && regions.length > 0) return regions.map((region) => `r/${region}`)
  return ['*']
}
