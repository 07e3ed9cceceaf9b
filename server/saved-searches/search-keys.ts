import type { SearchMeaning } from '#server/search/service.ts'

/** How the keys begin by which products and saved searches find each other. Stored: a change comes with a migration. */
export const SEARCH_KEYS = { word: 'w/', category: 'c/', region: 'r/', any: '*' } as const

const lengthOf = (group: readonly string[]) => Math.min(...group.map((word) => word.length))

/**
 * The index keys by which a product finds this search: of the words the group whose shortest is longest, since long
 * words are rare; else the value of an attribute, since few products have the same; else the category, else the regions;
 * else `any`, which every product has.
 */
export function keysOf({
  words,
  attributeTerms = [],
  category,
  regions,
}: Pick<SearchMeaning, 'words' | 'attributeTerms' | 'category' | 'regions'>): string[] {
  const [rarest] = (words ?? []).toSorted((a, b) => lengthOf(b) - lengthOf(a))
  const value = attributeTerms.find((terms) => terms.length === 1)
  if (rarest ?? value) return (rarest ?? value ?? []).map((word) => SEARCH_KEYS.word + word)
  if (category !== undefined) return [SEARCH_KEYS.category + category]
  if (regions && regions.length > 0) return regions.map((region) => SEARCH_KEYS.region + region)
  return [SEARCH_KEYS.any]
}
