import type { SearchMeaning } from '#server/search/service.ts'

/**
 * Prefixes of the keys that connect products and saved searches. They are stored, so a change needs a
 * migration.
 */
export const SEARCH_KEYS = { word: 'w/', category: 'c/', region: 'r/', any: '*' } as const

const lengthOf = (group: readonly string[]) => Math.min(...group.map((word) => word.length))

/**
 * The index keys that let a product find this search: the group of words whose shortest word is the longest,
 * because long words are rare; otherwise an attribute's value, because few products share one; otherwise a place; otherwise the
 * category, then the regions, then `any`, which every product has.
 */
export function keysOf({
  words,
  places,
  attributeTerms = [],
  category,
  regions,
}: Pick<SearchMeaning, 'words' | 'places' | 'attributeTerms' | 'category' | 'regions'>): string[] {
  const [rarest] = (words ?? []).toSorted((a, b) => lengthOf(b) - lengthOf(a))
  const value = attributeTerms.find((terms) => terms.length === 1) ?? places?.[0]
  if (rarest ?? value) return (rarest ?? value ?? []).map((word) => SEARCH_KEYS.word + word)
  if (category !== undefined) return [SEARCH_KEYS.category + category]
  if (regions && regions.length > 0) return regions.map((region) => SEARCH_KEYS.region + region)
  return [SEARCH_KEYS.any]
}
