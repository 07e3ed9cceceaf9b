import { PRICE_MAX } from '#contract/limits.ts'
import type { Filters, WordGroup } from '#server/search/filters/filters.ts'

/** Score of a match by a word: 2 for the title, 1 for the description (SPEC 9). */
export const SCORES = [3, 2, 1, 0] as const
export type Score = (typeof SCORES)[number]

export const weekOf = (milliseconds: number): number => Math.floor(milliseconds / 604_800_000)

/** Placeholder for the number of the week or the price band in a query of terms: `at_step` puts it there. */
const STEP = '#'

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const both = (terms: string[]) => (terms.length <= 1 ? terms.join('') : `(${terms.join(' & ')})`)
const either = (terms: string[]) => (terms.length === 1 ? terms.join('') : `(${terms.join(' | ')})`)

/** Groups of words, places and attribute terms; a product must have one of each group. */
export const termGroups = ({
  words = [],
  places = [],
  attributeTerms = [],
  townTerms,
}: Pick<Filters, 'words' | 'places' | 'attributeTerms' | 'townTerms'>): WordGroup[] => [
  ...words,
  ...places,
  ...attributeTerms,
  ...(townTerms ? [townTerms] : []),
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

/** Levels of words in the index of terms: `search_terms` says what each means. */
const LEVELS = [0, 1, 2, 3, 4, 5] as const

/** The lexeme of listings in a place. */
export const placeTerm = (id: number): string => `/p/${id}`

const isTerm = (lexeme: string) => lexeme.startsWith('/')

/** Terms such as those of places and attribute values have no level of their own. */
const levelsOf = (lexeme: string, levels: readonly number[]) => (isTerm(lexeme) ? [0] : levels)

const withLevels = (words: WordGroup[], levels: readonly number[], step: number | string = STEP): string =>
  both(
    words.map((group) =>
      either(
        group.flatMap((lexeme) =>
          levelsOf(lexeme, levels).map((level) => quoted(`${lexeme}/${level}/${step}`)),
        ),
      ),
    ),
  )

/**
 * The levels of a word in the title and in the description. What the thing of a title is for counts as its title only
 * in a search for an accessory.
 */
const levelsIn = (isForPart: boolean) => ({
  title: isForPart ? [2, 3, 4, 5] : [2, 3],
  description: [1, 3, 5],
})

const isSingle = (group: WordGroup) => group.length === 1

/**
 * Exactly the products of one score: 3 has every word in title and description, 2 in the title only, 1 in the
 * description only, and 0 has the words elsewhere: spread over both, or among tags and category.
 */
function scoreTerms({ words = [], isForPart = false }: Filters, score: Score): string {
  // Names of nothing but words like 'the' are neither in the title's words nor in the description's.
  if (words.some((group) => group.every(isTerm)))
    return score === 0 ? withLevels(words, LEVELS) : quoted('/never')
  const levels = levelsIn(isForPart)
  const has = { title: score >= 2, description: score % 2 === 1 }
  const exact = LEVELS.filter(
    (level) =>
      levels.title.includes(level) === has.title && levels.description.includes(level) === has.description,
  )
  if (words.length === 1 && words.every(isSingle)) return withLevels(words, exact)
  // A word without alternatives has one level, which tells both.
  const single = words.filter(isSingle)
  const several = words.filter((group) => !isSingle(group))
  const inBoth = LEVELS.filter((level) => levels.title.includes(level) && levels.description.includes(level))
  const every = (ofSingle: readonly number[], ...ofSeveral: (readonly number[])[]) =>
    both(
      [withLevels(single, ofSingle), ...ofSeveral.map((some) => withLevels(several, some))].filter(Boolean),
    )
  if (score === 3) return every(inBoth, levels.title, levels.description)
  if (score === 2) return `${every(levels.title, levels.title)} & !${every(inBoth, levels.description)}`
  if (score === 1) return `${every(levels.description, levels.description)} & !${every(inBoth, levels.title)}`
  const title = withLevels(words, levels.title)
  const description = withLevels(words, levels.description)
  return `${withLevels(words, LEVELS)} & !${title} & !${description}`
}

/** The query for a week's products with one score or any, including category and region if they are known. */
export function weekTerms(filters: Filters, score: Score | 'any'): string {
  const { words = [] } = filters
  const terms = termGroups({ ...filters, words: [] }).map((group) => withLevels([group], LEVELS))
  if (words.length > 0)
    terms.unshift(score === 'any' ? withLevels(words, LEVELS) : scoreTerms(filters, score))
  return [...terms, ...withEndings(areaGroups(filters), [`/${STEP}`]).map(either)].join(' & ')
}

/** The query for the products of a week whose title has the words. */
export const titleTerms = (words: WordGroup[]): string => withLevels(words, levelsIn(false).title)

/** Category and regions, of which a product must have one each; their terms have a week or a price band, but no level. */
const areaGroups = ({ category, regions }: Filters): WordGroup[] => [
  ...(category === undefined ? [] : [[`/c/${category}`]]),
  ...(regions?.length ? [regions.map((region) => `/r/${region}`)] : []),
]

/** The terms of groups with each of some endings. */
const withEndings = (groups: WordGroup[], endings: string[]): string[][] =>
  groups.map((group) => group.flatMap((lexeme) => endings.map((ending) => quoted(lexeme + ending))))

/** The query for the products of a price band, including category and region if they are known. */
export const bandTerms = (filters: Filters): string =>
  both(withEndings([...termGroups(filters), ...areaGroups(filters)], [`/p/${STEP}`]).map(either))

/** Spelled like the SQL function price_band. */
const bandOf = (price: number) => Math.floor(Math.log(price + 1) * 16)
const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

function termsOfPrices(filters: Filters, min: number, max: number): string[][] {
  // One more band at each end compensates for rounding.
  const bands = between(Math.max(0, bandOf(min) - 1), bandOf(max) + 1)
  return withEndings(
    [...termGroups(filters), ...areaGroups(filters)],
    bands.map((band) => `/p/${band}`),
  )
}

const termsOfWeeks = (filters: Filters, weeks: number[]): string[][] => [
  ...termGroups(filters).map((group) => weeks.map((week) => withLevels([group], LEVELS, week))),
  ...withEndings(
    areaGroups(filters),
    weeks.map((week) => `/${week}`),
  ),
]

/** With more terms, a query would take longer than reading the products. */
const TERMS_MAX = 400

/**
 * The query for the index of terms that has only the products of some weeks or prices, and covers category and region.
 * Undefined if neither weeks nor prices are asked for, if several words have few products, or if the query would be too
 * long. Weeks and prices still have to be compared: the index has somewhat more of both.
 */
export function narrowTerms(filters: Filters): string | undefined {
  const { areFrequent, choices, weeks, min, max } = filters
  if (choices) return undefined
  const isOne = termGroups({ ...filters, townTerms: undefined }).length === 1
  if (!(areFrequent || isOne) || (!weeks && min === undefined && max === undefined)) return undefined
  const groups = weeks
    ? termsOfWeeks(filters, between(...weeks))
    : termsOfPrices(filters, min ?? 0, max ?? PRICE_MAX)
  // A lowest price above the highest has no bands.
  const isPossible = groups.every((group) => group.length > 0) && groups.flat().length <= TERMS_MAX
  return isPossible ? both(groups.map(either)) : undefined
}
