import { COUNT_EXACT_MAX } from '#contract/limits.ts'
import type { Sort } from '#contract/choices.ts'
import type { Database } from '#server/db/connect.ts'
import type { PlaceIn } from './cursor.ts'
import { gatherByDistance, type Origin, walkByDistance } from './distance.ts'
import { type FoundRow, gatherByScore, gatherFromWeeks, gatherProducts, type PageOf, walkPriceBands, walkProducts } from './queries.ts'
import { type Score, SCORES, weekOf, type Weeks } from './terms.ts'

/** Up to how many matches all of them are read and sorted, which takes a few milliseconds at most. */
export const FEW = {
  /** Instead of reading week by week, or price band by price band. */
  byTerms: 300,
  byPrice: 1000,
  /** Instead of walking past rows that lack the words. */
  withWords: 10_000,
  withoutWords: 2000,
}

/** With more, the query for the index of terms would grow longer than it is worth. */
const MOST_WORDS_BY_WEEK = 6
/** Weeks that hold about two pages are wanted; most matches are spread over about two years. */
const WANTED = 60
const USUAL_WEEKS = 104

export interface Market {
  /** Matches in all, counted to `COUNT_EXACT_MAX` + 1. */
  matches: number
  /** The week of the newest product, from which the first weeks are chosen. */
  newestWeek: number
  now: number
  few: typeof FEW
}

type Page = PageOf<(string | number)[]>

/** The rows of one page in the given order. How they are read depends on how many match, never what is read. */
export function readPage(db: Database, sort: Sort, page: Page, market: Market, origin?: Origin): Promise<FoundRow[]> {
  const { words } = page.filters
  const { few, matches } = market
  const isMany = matches > (words ? few.withWords : few.withoutWords)
  const byWeek = words && matches > few.byTerms && words.length <= MOST_WORDS_BY_WEEK
  if (sort === 'distance') {
    if (!origin) throw new Error('A search by distance came without its origin')
    const read = isMany ? walkByDistance : gatherByDistance
    return read(db, origin, page as PageOf<PlaceIn<'distance'>>)
  }
  if (sort === 'relevance') {
    const byScore = page as PageOf<PlaceIn<'relevance'>>
    return byWeek ? scoreByScore(db, byScore, market) : gatherByScore(db, byScore)
  }
  if (sort === 'newest' && byWeek) return weekByWeek(db, 'any', page as PageOf<PlaceIn<'newest'>>, market)
  if ((sort === 'price_low' || sort === 'price_high') && words && matches > few.byPrice) {
    return walkPriceBands(db, sort, page)
  }
  return isMany ? walkProducts(db, sort, page) : gatherProducts(db, sort, page)
}

/** Ever wider stretches of weeks, back from the cursor or from now, until the page is full. */
async function weekByWeek(db: Database, score: Score | 'any', page: PageOf<PlaceIn<'newest'>>, market: Market) {
  const rows: FoundRow[] = []
  for (const weeks of stretches(page, market)) {
    rows.push(...(await gatherFromWeeks(db, weeks, score, { ...page, limit: page.limit - rows.length })))
    if (rows.length >= page.limit) break
  }
  return rows
}

function* stretches({ filters, place }: PageOf<PlaceIn<'newest'>>, market: Market): Generator<Weeks> {
  const oldest = filters.since ? weekOf(filters.since.getTime()) : -Infinity
  // A clock that runs ahead elsewhere may have made products of next week.
  let to = place ? weekOf(Date.parse(place[0])) : weekOf(market.now) + 1
  let from = Math.min(market.newestWeek, to)
  const matches = Math.min(market.matches, 10 * COUNT_EXACT_MAX)
  let width = market.matches > COUNT_EXACT_MAX ? 1 : Math.ceil((WANTED * USUAL_WEEKS) / matches)
  while (width < USUAL_WEEKS) {
    from = Math.max(from - width + 1, oldest)
    yield { from, to }
    if (from <= oldest) return
    to = from - 1
    from = to
    width *= 4
  }
  yield { to }
}

/** All of score 3 come before all of score 2, and so on: a page that one score cannot fill goes on in the next. */
async function scoreByScore(db: Database, { filters, place, limit }: PageOf<PlaceIn<'relevance'>>, market: Market) {
  const rows: FoundRow[] = []
  for (const score of SCORES) {
    if (place && score > place[0]) continue
    const within: PlaceIn<'newest'> | undefined = place?.[0] === score ? [place[1], place[2]] : undefined
    const wanted = { filters, place: within, limit: limit - rows.length }
    for (const row of await weekByWeek(db, score, wanted, market)) rows.push({ ...row, score })
    if (rows.length >= limit) break
  }
  return rows
}
