import type { Sort } from '#contract/selling/choices.ts'
import type { Context } from '#server/context.ts'
import type { ColumnSort } from '#server/search/filters/conditions.ts'
import type { PositionIn } from './cursor.ts'
import { sortMatchesByDistance, type Origin, scanByDistance } from '#server/search/filters/distance.ts'
import {
  type FoundRow,
  isByTown,
  isUnfiltered,
  type PageOf,
  scanIndex,
  scanTowns,
  sortMatches,
  sortMatchesByScore,
} from './queries.ts'
import { termGroups } from '#server/search/words/terms.ts'
import { type Span, scanPriceBands, scanScores, scanWeeks } from '#server/search/filters/steps.ts'
import type { SearchCaches } from './search-caches.ts'

/** Maximum numbers of matches to read and sort completely, which takes a few milliseconds at most. */
export const FEW = {
  /** Limit for sorting instead of reading week by week, or price band by price band. */
  byTerms: 1000,
  /** Limits for sorting instead of scanning an index, past rows that the filters exclude. */
  byIndex: 1000,
  byIndexOfPart: 100,
}

/** With more words, the query for the index of terms would become too long. */
const WORDS_BY_TERMS_MAX = 6
export interface Market extends Span {
  /** Total number of matches, counted up to `COUNT_EXACT_MAX` + 1. */
  matches: number
  few: typeof FEW
}

type Page = PageOf<(string | number)[]>

/** The best way to read a page's rows; every way returns the same rows. */
interface ReadPlan {
  isMany: boolean
  /** Week by week or price band by price band, in the index of terms. */
  byTerms: boolean
}

function planFor({ filters }: Page, { few, matches }: Market): ReadPlan {
  const words = termGroups(filters).length
  // Choices of words are few products, and are not in the lists of weeks.
  if (filters.choices) return { isMany: false, byTerms: false }
  const isShort = words > 0 && words <= WORDS_BY_TERMS_MAX
  const isPart = words === 0 && (filters.category !== undefined || filters.regions?.length === 1)
  return {
    // Many words leave few products, even if their count is too high.
    isMany: matches > (isPart ? few.byIndexOfPart : few.byIndex) && (words === 0 || isShort),
    byTerms: isShort && matches > few.byTerms,
  }
}

type Connections = Pick<Context, 'reads' | 'longReads'> & Pick<SearchCaches, 'readFirstPage'>

interface Reading extends Connections {
  page: Page
  plan: ReadPlan
  market: Market
  origin: Origin | undefined
}

function inOrder(sort: ColumnSort, { longReads, reads, readFirstPage, page, plan }: Reading) {
  if (isUnfiltered(page)) return readFirstPage(reads, sort, page.limit)
  if (!plan.isMany) return sortMatches(longReads, sort, page)
  if (isByTown(page) && (sort === 'newest' || sort === 'oldest')) return scanTowns(longReads, sort, page)
  return scanIndex(longReads, sort, page)
}

const byPrice = (sort: 'price_low' | 'price_high', reading: Reading) =>
  reading.plan.byTerms ? scanPriceBands(reading.longReads, sort, reading.page) : inOrder(sort, reading)

const byAge = (sort: 'newest' | 'oldest', reading: Reading) =>
  reading.plan.byTerms
    ? scanWeeks(reading.longReads, sort, reading.page as PageOf<PositionIn<'newest'>>, reading.market)
    : inOrder(sort, reading)

const READERS: Record<Sort, (reading: Reading) => Promise<FoundRow[]>> = {
  newest: (reading) => byAge('newest', reading),
  oldest: (reading) => byAge('oldest', reading),
  price_low: (reading) => byPrice('price_low', reading),
  price_high: (reading) => byPrice('price_high', reading),
  relevance: ({ longReads, page, plan, market }) =>
    (plan.byTerms ? scanScores : sortMatchesByScore)(
      longReads,
      page as PageOf<PositionIn<'relevance'>>,
      market,
    ),
  distance: ({ longReads, page, plan, origin }) => {
    if (!origin) throw new Error('A search by distance has no origin')
    return (plan.isMany ? scanByDistance : sortMatchesByDistance)(
      longReads,
      origin,
      page as PageOf<PositionIn<'distance'>>,
    )
  },
}

/** The rows of one page in the given order. */
export const readPage = (
  connections: Connections,
  sort: Sort,
  page: Page,
  market: Market,
  origin?: Origin,
): Promise<FoundRow[]> => READERS[sort]({ ...connections, page, plan: planFor(page, market), market, origin })
