import { COUNT_EXACT_MAX } from '#contract/limits.ts'
import type { Sort } from '#contract/choices.ts'
import type { Database } from '#server/db/connect.ts'
import type { ColumnSort } from './conditions.ts'
import type { PlaceIn } from './cursor.ts'
import { gatherByDistance, type Origin, walkByDistance } from './distance.ts'
import {
  type FoundRow,
  gatherByScore,
  gatherFromWeeks,
  gatherProducts,
  type PageOf,
  walkPriceBands,
  walkProducts,
} from './queries.ts'
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
const MOST_WORDS_BY_TERMS = 6
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

/** How the rows of a page are best read; what is read is the same in every way. */
interface Ways {
  isMany: boolean
  byWeek: boolean
  byBand: boolean
}

function waysFor({ filters }: Page, { few, matches }: Market): Ways {
  const words = filters.words?.length ?? 0
  const isShort = words > 0 && words <= MOST_WORDS_BY_TERMS
  return {
    isMany: matches > (words > 0 ? few.withWords : few.withoutWords),
    byWeek: isShort && matches > few.byTerms,
    byBand: isShort && matches > few.byPrice,
  }
}

interface Reading {
  db: Database
  page: Page
  ways: Ways
  market: Market
  origin: Origin | undefined
}

const inOrder = (sort: ColumnSort, { db, page, ways }: Reading) =>
  (ways.isMany ? walkProducts : gatherProducts)(db, sort, page)

const byPrice = (sort: 'price_low' | 'price_high', reading: Reading) =>
  reading.ways.byBand ? walkPriceBands(reading.db, sort, reading.page) : inOrder(sort, reading)

const READERS: Record<Sort, (reading: Reading) => Promise<FoundRow[]>> = {
  newest: (reading) =>
    reading.ways.byWeek
      ? weekByWeek(reading.db, 'any', reading.page as PageOf<PlaceIn<'newest'>>, reading.market)
      : inOrder('newest', reading),
  oldest: (reading) => inOrder('oldest', reading),
  price_low: (reading) => byPrice('price_low', reading),
  price_high: (reading) => byPrice('price_high', reading),
  relevance: ({ db, page, ways, market }) =>
    (ways.byWeek ? scoreByScore : gatherByScore)(db, page as PageOf<PlaceIn<'relevance'>>, market),
  distance: ({ db, page, ways, origin }) => {
    if (!origin) throw new Error('A search by distance came without its origin')
    return (ways.isMany ? walkByDistance : gatherByDistance)(db, origin, page as PageOf<PlaceIn<'distance'>>)
  },
}

/** The rows of one page in the given order. */
export const readPage = (
  db: Database,
  sort: Sort,
  page: Page,
  market: Market,
  origin?: Origin,
): Promise<FoundRow[]> => READERS[sort]({ db, page, ways: waysFor(page, market), market, origin })

/** Ever wider stretches of weeks, back from the cursor or from now, until the page is full. */
async function weekByWeek(
  db: Database,
  score: Score | 'any',
  page: PageOf<PlaceIn<'newest'>>,
  market: Market,
) {
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
async function scoreByScore(
  db: Database,
  { filters, place, limit }: PageOf<PlaceIn<'relevance'>>,
  market: Market,
) {
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
