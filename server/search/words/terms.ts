import type { Filters, WordGroup } from '#server/search/filters/filters.ts'
import { categoriesNamed } from './words-alike.ts'

/** Score of a match by a word: 2 for the title, 1 for the description (SPEC 9). */
export const SCORES = [3, 2, 1, 0] as const
export type Score = (typeof SCORES)[number]

export const weekOf = (milliseconds: number): number => Math.floor(milliseconds / 604_800_000)

/** Placeholder for the number of the week or the price band in a query of terms. */
export const STEP = '#'

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const both = (terms: string[]) => (terms.length === 1 ? terms.join('') : `(${terms.join(' & ')})`)
const either = (terms: string[]) => (terms.length === 1 ? terms.join('') : `(${terms.join(' | ')})`)

/** Groups of words and attribute terms; a product must have one of each group. */
export const termGroups = ({
  words = [],
  attributeTerms = [],
}: Pick<Filters, 'words' | 'attributeTerms'>): WordGroup[] => [...words, ...attributeTerms]

/**
 * Every word, by any of its alternatives; `weight` restricts it to a part of the product ('A' title, 'D'
 * description).
 */
export const plainTerms = (words: WordGroup[], weight = ''): string =>
  both(
    words.map((group) =>
      either(group.map((lexeme) => (weight ? `${quoted(lexeme)}:${weight}` : quoted(lexeme)))),
    ),
  )

const levelsOf = (group: WordGroup, levels: readonly number[]): string[] =>
  group.flatMap((lexeme) => levels.map((level) => quoted(`${lexeme}/${level}/${STEP}`)))

const withLevels = (words: WordGroup[], levels: readonly number[]): string =>
  both(words.map((group) => either(levelsOf(group, levels))))

const IN_TITLE = [3, 2]

/** Matches words in the title, or in a category that the word names. */
const inTitle = (words: WordGroup[]): string =>
  both(
    words.map((group) =>
      either([
        ...levelsOf(group, IN_TITLE),
        ...categoriesNamed(group).map((category) => quoted(`/c/${category}/${STEP}`)),
      ]),
    ),
  )

/**
 * Exactly the products of one score: 3 has every word in title and description, 2 in the title only, 1 in the
 * description only, and 0 has the words elsewhere: spread over both, or among tags and category.
 */
function scoreTerms(words: WordGroup[], score: Score): string {
  const have = (...levels: number[]) => withLevels(words, levels)
  const noAlternatives = words.every((group) => group.length === 1 && categoriesNamed(group).length === 0)
  if (noAlternatives && (score === 3 || words.length === 1)) return have(score)
  const title = inTitle(words)
  const description = have(3, 1)
  if (score === 3) return `${title} & ${description}`
  if (score === 2) return `${title} & !${description}`
  if (score === 1) return `${description} & !${title}`
  return `${have(3, 2, 1, 0)} & !${title} & !${description}`
}

/** The query for a week's products with one score or any, including category and region if they are known. */
export function weekTerms(
  { words = [], attributeTerms = [], category, regions }: Filters,
  score: Score | 'any',
): string {
  const terms = attributeTerms.map((group) => withLevels([group], [0]))
  if (words.length > 0)
    terms.unshift(score === 'any' ? withLevels(words, [3, 2, 1, 0]) : scoreTerms(words, score))
  if (category) terms.push(quoted(`/c/${category}/${STEP}`))
  if (regions?.length) terms.push(either(regions.map((region) => quoted(`/r/${region}/${STEP}`))))
  return terms.join(' & ')
}

/** The query for the products of a week whose title has the words. */
export const titleTerms = (words: WordGroup[]): string => withLevels(words, IN_TITLE)

/** The query for the products of a price band. */
export const bandTerms = (filters: Filters): string =>
  both(termGroups(filters).map((group) => either(group.map((lexeme) => quoted(`${lexeme}/p/${STEP}`)))))
