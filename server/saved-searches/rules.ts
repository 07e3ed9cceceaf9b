import type { SavedFilters } from '#contract/search.ts'
import { savedParameters } from '#contract/search-filters.ts'
import type { SearchMeaning } from '#server/search/service.ts'

/** '?category=mobile&max=2000'; '?' alone when there is no filter. */
export function queryText(filters: SavedFilters): string {
  const query = new URLSearchParams()
  for (const name of savedParameters) {
    const value = filters[name]
    if (value !== undefined) query.set(name, String(value))
  }
  return `?${query.toString()}`
}

/** Every product matches ('Ghana' as the location), or none can: words such as 'the' are in no index. */
export const isTooBroad = (meaning: SearchMeaning): boolean =>
  Object.values(meaning).every((filter) => filter === undefined) || meaning.words?.length === 0

const lengthOf = (group: readonly string[]) => Math.min(...group.map((word) => word.length))

/**
 * The index keys by which a product finds this search: of the words the group whose shortest is longest, since long
 * words are rare; else the category, else the regions; else '*', which every product has.
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

export const instantText = (title: string): string => `New for your saved search: "${title}"`

export const dailyText = (count: number): string =>
  `${count} new ${count === 1 ? 'item' : 'items'} for your saved search`
