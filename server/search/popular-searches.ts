import { sql } from 'kysely'
import type { SearchQuery, SearchReply } from '#contract/search.ts'
import { createRecentVisits } from '#server/platform/cache/recent-visits.ts'
import { createTally, type Tally } from '#server/platform/concurrency/tally.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Log } from '#server/platform/process/log.ts'

const HOUR_MS = 60 * 60 * 1000
const FLUSH_MS = 60_000
const REMEMBERED_MAX = 20_000
/** A flood of made-up searches adds no more than this a minute, and the night takes them away. */
const WAITING_MAX = 200
const WORDS_MIN = 2
const WORDS_MAX = 50
/** Such as a phone number: what one person typed is nobody else's business. */
const LONG_NUMBER = /\d{6}/
/** Below it a search says more about the person than about the market. */
const HOURS_MIN = 3

export interface SearchCounter extends Pick<Tally, 'flush' | 'close'> {
  /** Words that found something as typed. Once an hour, however often they are searched: a flood weighs no more. */
  count(query: Pick<SearchQuery, 'search' | 'cursor'>, reply: Pick<SearchReply, 'similar' | 'items'>): void
}

interface SearchCounterOptions {
  db: Database
  log: Log
  now: () => number
}

export function createSearchCounter({ db, log, now }: SearchCounterOptions): SearchCounter {
  const searches = createRecentVisits({ durationMs: HOUR_MS, max: REMEMBERED_MAX, now })
  const { add, flush, close } = createTally({
    write: (counts) => addSearches(db, [...counts.keys()], now()),
    flushMs: FLUSH_MS,
    max: WAITING_MAX,
    name: 'searches',
    log,
  })
  return {
    count({ search, cursor }, { similar, items }) {
      if (search === undefined || cursor !== undefined || similar || items.length === 0) return
      // PostgreSQL's text has no place for NUL.
      const typed = search.toLowerCase().replaceAll('\0', ' ')
      if (typed.length > WORDS_MAX || LONG_NUMBER.test(typed.replaceAll(/[\s-]/g, ''))) return
      if (searches.isNew(typed)) add(typed)
    },
    flush,
    close,
  }
}

/** In the order of their words, so that two processes cannot deadlock. */
async function addSearches(db: Database, texts: string[], at: number): Promise<void> {
  await sql`
    insert into popular_searches as known (words, hours, last_hour)
    select distinct words, 1, date_trunc('hour', to_timestamp(${at / 1000}::float8))
    from unnest(${texts}::text[]) as typed (text)
    cross join lateral (select trim(plain_words(text)) as words) as plain
    where length(words) between ${WORDS_MIN} and ${WORDS_MAX}
    order by words
    on conflict (words) do update set hours = known.hours + 1, last_hour = excluded.last_hour
    where known.last_hour < excluded.last_hour`.execute(db)
}

/** Those that begin with `beginning`, as `plain_words` writes it; the most searched first. */
export async function readPopularSearches(db: Database, beginning: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select words from popular_searches
    where words >= ${beginning}::text collate "C" and words < (${beginning}::text || chr(1114111)) collate "C"
      and hours >= ${sql.lit(HOURS_MIN)}
    order by hours desc, words
    limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ words }) => words)
}

/** What nobody searches for any more, and after a week what hardly anybody did. */
export async function deleteOldSearches(db: Database): Promise<void> {
  await sql`
    delete from popular_searches
    where last_hour < now() - interval '60 days'
      or (hours < ${sql.lit(HOURS_MIN)} and last_hour < now() - interval '7 days')`.execute(db)
}

/** Each week, so that what people want now comes first. */
export async function halveSearches(db: Database): Promise<void> {
  await sql`update popular_searches set hours = hours / 2 where hours > 1`.execute(db)
}
