import type { Filters, WordGroup } from './rules.ts'

/** Score of a match by a word: 2 for the title, 1 for the description (SPEC 9). */
export const SCORES = [3, 2, 1, 0] as const
export type Score = (typeof SCORES)[number]

/** Weeks since 1970 of which products are wanted, both included; `from` absent means since ever. */
export interface Weeks {
  from?: number
  to: number
}

export const weekOf = (milliseconds: number): number => Math.floor(milliseconds / 604_800_000)

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const both = (parts: string[]) => (parts.length === 1 ? parts.join('') : `(${parts.join(' & ')})`)
const either = (parts: string[]) => (parts.length === 1 ? parts.join('') : `(${parts.join(' | ')})`)

/** Every word, by any of its alternatives; `weight` asks for a part of the product ('A' title, 'D' description). */
export const plainTerms = (words: WordGroup[], weight = ''): string =>
  both(
    words.map((group) =>
      either(group.map((lexeme) => (weight ? `${quoted(lexeme)}:${weight}` : quoted(lexeme)))),
    ),
  )

function during(start: string, { from, to }: Weeks): string[] {
  if (from === undefined) return [`${quoted(start)}:*`]
  return Array.from({ length: to - from + 1 }, (_, index) => quoted(`${start}${from + index}`))
}

const withLevels = (words: WordGroup[], levels: readonly number[], weeks: Weeks): string =>
  both(
    words.map((group) =>
      either(group.flatMap((lexeme) => levels.flatMap((level) => during(`${lexeme}/${level}/`, weeks)))),
    ),
  )

/**
 * Exactly the products of one score: 3 has every word in title and description, 2 in the title only, 1 in the
 * description only, and 0 the words that are left: spread over both, or among tags and category.
 */
function ofScore(words: WordGroup[], score: Score, weeks: Weeks): string {
  const have = (...levels: number[]) => withLevels(words, levels, weeks)
  const noAlternatives = words.every((group) => group.length === 1)
  if (noAlternatives && (score === 3 || words.length === 1)) return have(score)
  const inTitle = have(3, 2)
  const inDescription = have(3, 1)
  if (score === 3) return `${inTitle} & ${inDescription}`
  if (score === 2) return `${inTitle} & !${inDescription}`
  if (score === 1) return `${inDescription} & !${inTitle}`
  return `${have(3, 2, 1, 0)} & !${inTitle} & !${inDescription}`
}

/**
 * The query for the index `products_terms`: words of these weeks, of one score or any, with category and
 * region where they are known. These two are left to the table when all weeks are asked for, since gathering
 * every product of a large region would cost more than looking at the few that have the words.
 */
export function weeklyTerms(
  { words = [], category, regions }: Filters,
  score: Score | 'any',
  weeks: Weeks,
): string {
  const parts = [score === 'any' ? withLevels(words, [3, 2, 1, 0], weeks) : ofScore(words, score, weeks)]
  if (weeks.from !== undefined) {
    if (category) parts.push(either(during(`/c/${category}/`, weeks)))
    if (regions?.length) parts.push(either(regions.flatMap((region) => during(`/r/${region}/`, weeks))))
  }
  return parts.join(' & ')
}

/** Products whose title has the words, in these weeks. */
export const titleTermsOfWeeks = (words: WordGroup[], weeks: Weeks): string =>
  withLevels(words, [3, 2], weeks)

/** The query for products of one price band, whose number is to stand in the place of '#'. */
export const bandTerms = ({ words = [] }: Filters): string =>
  both(words.map((group) => either(group.map((lexeme) => quoted(`${lexeme}/p/#`)))))
