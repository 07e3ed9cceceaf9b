import type { Filters, WordGroup } from '#server/search/filters/filters.ts'

/** Score of a match by a word: 2 for the title, 1 for the description (SPEC 9). */
export const SCORES = [3, 2, 1, 0] as const
export type Score = (typeof SCORES)[number]

export const weekOf = (milliseconds: number): number => Math.floor(milliseconds / 604_800_000)

/** Placeholder for the number of the week or the price band in a query of terms. */
export const STEP = '#'

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const both = (terms: string[]) => (terms.length <= 1 ? terms.join('') : `(${terms.join(' & ')})`)
const either = (terms: string[]) => (terms.length === 1 ? terms.join('') : `(${terms.join(' | ')})`)

/** Groups of words, places and attribute terms; a product must have one of each group. */
export const termGroups = ({
  words = [],
  places = [],
  attributeTerms = [],
}: Pick<Filters, 'words' | 'places' | 'attributeTerms'>): WordGroup[] => [
  ...words,
  ...places,
  ...attributeTerms,
]

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

/** Everything that a product must have of words, places and attributes; empty if there is none. */
export function wantedTerms({ choices, ...filters }: Filters): string {
  const rest = plainTerms(termGroups(choices ? { ...filters, words: [] } : filters))
  const chosen = choices?.map((words) => plainTerms(words)).join(' | ')
  return [...(chosen ? [`(${chosen})`] : []), ...(rest ? [rest] : [])].join(' & ')
}

const levelsOf = (group: WordGroup, levels: readonly number[]): string[] =>
  group.flatMap((lexeme) => levels.map((level) => quoted(`${lexeme}/${level}/${STEP}`)))

const withLevels = (words: WordGroup[], levels: readonly number[]): string =>
  both(words.map((group) => either(levelsOf(group, levels))))

/** Levels of words in the index of terms: `search_terms` says what each means. */
const LEVELS = [0, 1, 2, 3, 4, 5] as const

/**
 * The levels of a word in the title and in the description. What the thing of a title is for counts as its title only
 * in a search for an accessory.
 */
const levelsIn = (isForPart: boolean) => ({
  title: isForPart ? [2, 3, 4, 5] : [2, 3],
  description: [1, 3, 5],
})

/**
 * Exactly the products of one score: 3 has every word in title and description, 2 in the title only, 1 in the
 * description only, and 0 has the words elsewhere: spread over both, or among tags and category.
 */
function scoreTerms({ words = [], isForPart = false }: Filters, score: Score): string {
  const levels = levelsIn(isForPart)
  const has = { title: score >= 2, description: score % 2 === 1 }
  const exact = LEVELS.filter(
    (level) =>
      levels.title.includes(level) === has.title && levels.description.includes(level) === has.description,
  )
  if (words.length === 1 && words[0]?.length === 1) return withLevels(words, exact)
  const title = withLevels(words, levels.title)
  const description = withLevels(words, levels.description)
  if (score === 3) return `${title} & ${description}`
  if (score === 2) return `${title} & !${description}`
  if (score === 1) return `${description} & !${title}`
  return `${withLevels(words, LEVELS)} & !${title} & !${description}`
}

/** The query for a week's products with one score or any, including category and region if they are known. */
export function weekTerms(filters: Filters, score: Score | 'any'): string {
  const { words = [], places = [], attributeTerms = [], category, regions } = filters
  const terms = [
    ...places.map((group) => withLevels([group], LEVELS)),
    ...attributeTerms.map((group) => withLevels([group], [0])),
  ]
  if (words.length > 0)
    terms.unshift(score === 'any' ? withLevels(words, LEVELS) : scoreTerms(filters, score))
  if (category) terms.push(quoted(`/c/${category}/${STEP}`))
  if (regions?.length) terms.push(either(regions.map((region) => quoted(`/r/${region}/${STEP}`))))
  return terms.join(' & ')
}

/** The query for the products of a week whose title has the words. */
export const titleTerms = (words: WordGroup[]): string => withLevels(words, levelsIn(false).title)

/** The query for the products of a price band. */
export const bandTerms = (filters: Filters): string =>
  both(termGroups(filters).map((group) => either(group.map((lexeme) => quoted(`${lexeme}/p/${STEP}`)))))
