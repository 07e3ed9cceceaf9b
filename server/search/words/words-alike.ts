import type { WordGroup } from '#server/search/filters/filters.ts'

/**
 * Synonyms, as stems of the word index: typing one finds all of them. In the category that they name, they
 * count as words of the title: 'phone' ranks an iPhone first even if its title does not contain the word. One
 * of the stems occurs in that category's id.
 */
export const WORDS_ALIKE: { stems: string[]; category?: string }[] = [
  { stems: ['phone', 'mobil', 'cellphon', 'smartphon'], category: 'mobile' },
  { stems: ['car', 'vehicl', 'automobil'], category: 'car' },
  { stems: ['comput', 'laptop', 'notebook', 'pc'], category: 'computers' },
  { stems: ['home'], category: 'home' },
  { stems: ['fashion', 'cloth'], category: 'fashion' },
  { stems: ['beauti', 'cosmet'], category: 'beauty-personal-care' },
  { stems: ['furnitur'], category: 'home-furniture-appliances' },
  { stems: ['applianc'], category: 'home-furniture-appliances' },
  { stems: ['consol'], category: 'console' },
  { stems: ['hous', 'apart', 'flat'] },
  { stems: ['fridg', 'refriger'] },
  { stems: ['tv', 'televis'] },
  { stems: ['sofa', 'couch'] },
  { stems: ['bike', 'bicycl'] },
  { stems: ['motorbik', 'motorcycl'] },
  { stems: ['sneaker', 'trainer'] },
]

const alikeByStem: ReadonlyMap<string, (typeof WORDS_ALIKE)[number]> = new Map(
  WORDS_ALIKE.flatMap((row) => row.stems.map((stem) => [stem, row] as const)),
)

/** The word and its synonyms. */
export const alternativesOf = (stem: string): WordGroup => [
  ...new Set([stem, ...(alikeByStem.get(stem)?.stems ?? [])]),
]

/** The categories that a word of the search names. */
export const categoriesNamed = (group: WordGroup): string[] => [
  ...new Set(group.flatMap((stem) => alikeByStem.get(stem)?.category ?? [])),
]
