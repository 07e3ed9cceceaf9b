import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import { createRecentVisits } from '#server/platform/cache/recent-visits.ts'
import { createTally, type Tally } from '#server/platform/concurrency/tally.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'

const HOUR_MS = 60 * 60 * 1000
const FLUSH_MS = 60_000
const REMEMBERED_MAX = 20_000
/** A flood of made-up searches adds no more than this a minute, and the nightly clean-up deletes them. */
const WAITING_MAX = 200
const WORDS_MIN = 2
const WORDS_MAX = 50
/** Texts with long numbers, such as phone numbers, stay private. */
const LONG_NUMBER = /\d{6}/
/** With fewer networks, a search reveals more about the person than about the market. */
const NETWORKS_MIN = 3
/** Networks remembered for each search; another one replaces the oldest. */
const NETWORKS_MAX = 200

export interface SearchCounter extends Pick<Tally, 'flush' | 'close'> {
  /** Counts words that led somebody to a product, once per network. */
  count(words: string, address: string): void
}

interface SearchCounterOptions {
  db: Database
  secrets: Pick<Secrets, 'digest'>
  log: Log
  now: () => number
}

/** The /24 or /48 of an address, in which one subscriber may have many addresses. */
const toNeighbourhood = (address: string) => address.split(/[.:]/).slice(0, 3).join(' ')

export function createSearchCounter({ db, secrets, log, now }: SearchCounterOptions): SearchCounter {
  const searches = createRecentVisits({ durationMs: HOUR_MS, max: REMEMBERED_MAX, now })
  const hash = (address: string) =>
    Buffer.from(secrets.digest('searcher', toNeighbourhood(address))).readInt16BE()
  const { add, flush, close } = createTally({
    write: (counts) => addSearches(db, [...counts.keys()], now()),
    flushMs: FLUSH_MS,
    max: WAITING_MAX,
    name: 'searches',
    log,
  })
  return {
    count(words, address) {
      const typed = words.toLowerCase()
      if (typed.length > WORDS_MAX || LONG_NUMBER.test(typed.replaceAll(/[\s-]/g, ''))) return
      const search = `${hash(address)} ${typed}`
      if (searches.isNew(search)) add(search)
    },
    flush,
    close,
  }
}

/**
 * Each search is a network and the words. They are ordered by their words, so that two processes cannot
 * deadlock.
 */
async function addSearches(db: Database, searches: string[], at: number): Promise<void> {
  await sql`
    insert into popular_searches as known (words, networks, last_found)
    select words, array_agg(distinct network), to_timestamp(${at / 1000}::float8)
    from unnest(${searches}::text[]) as search
    cross join lateral (
      select split_part(search, ' ', 1)::smallint as network,
        trim(plain_words(substr(search, strpos(search, ' ')))) as words
    ) as plain
    where length(words) between ${WORDS_MIN} and ${WORDS_MAX}
    group by words
    order by words
    on conflict (words) do update set
      networks = (
        select array_agg(network order by place)
        from (
          select network, place
          from unnest(known.networks || excluded.networks) with ordinality as each (network, place)
          where place <= cardinality(known.networks) or network <> all (known.networks)
          order by place desc
          limit ${sql.lit(NETWORKS_MAX)}
        ) as newest
      ),
      last_found = excluded.last_found`.execute(db)
}

/** Searches that begin with `beginning`, spelled as by `plain_words`; those from the most networks first. */
export async function readPopularSearches(db: Database, beginning: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select words from popular_searches
    where words >= ${beginning}::text collate "C" and words < (${beginning}::text || chr(1114111)) collate "C"
      and cardinality(networks) >= ${sql.lit(NETWORKS_MIN)}
    order by cardinality(networks) desc, words
    limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ words }) => words)
}

/** Deletes searches that nobody uses any more, and after a week those that hardly anybody used. */
export async function deleteOldSearches(db: Database): Promise<void> {
  await sql`
    delete from popular_searches
    where last_found < now() - ${STORAGE_TIMES.popularSearches}::interval
      or (cardinality(networks) < ${sql.lit(NETWORKS_MIN)} and last_found < now() - ${STORAGE_TIMES.rareSearches}::interval)`.execute(
    db,
  )
}

/** Forgets the older half every week, so that current demand comes first. */
export async function halveSearches(db: Database): Promise<void> {
  await sql`
    update popular_searches set networks = networks[cardinality(networks) / 2 + 1 :]
    where cardinality(networks) > 1`.execute(db)
}
