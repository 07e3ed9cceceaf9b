import { sql } from 'kysely'
import { createRecentVisits } from '#server/platform/cache/recent-visits.ts'
import { createTally, type Tally } from '#server/platform/concurrency/tally.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'

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
const NETWORKS_MIN = 3
/** As many are remembered of a search; a further one takes the place of the oldest. */
const NETWORKS_MAX = 200

export interface SearchCounter extends Pick<Tally, 'flush' | 'close'> {
  /** Words that led somebody to a product; once from each network, however often. */
  count(words: string, address: string): void
}

interface SearchCounterOptions {
  db: Database
  secrets: Pick<Secrets, 'digest'>
  log: Log
  now: () => number
}

/** What one subscriber may have many of: the addresses of a /24 or a /48. */
const neighbourhoodOf = (address: string) => address.split(/[.:]/).slice(0, 3).join(' ')

export function createSearchCounter({ db, secrets, log, now }: SearchCounterOptions): SearchCounter {
  const searches = createRecentVisits({ durationMs: HOUR_MS, max: REMEMBERED_MAX, now })
  const hash = (address: string) =>
    Buffer.from(secrets.digest('searcher', neighbourhoodOf(address))).readInt16BE()
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

/** Each is a network and the words. In the order of their words, so that two processes cannot deadlock. */
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

/** Those that begin with `beginning`, as `plain_words` writes it; from the most networks first. */
export async function readPopularSearches(db: Database, beginning: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select words from popular_searches
    where words >= ${beginning}::text collate "C" and words < (${beginning}::text || chr(1114111)) collate "C"
      and cardinality(networks) >= ${sql.lit(NETWORKS_MIN)}
    order by cardinality(networks) desc, words
    limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ words }) => words)
}

/** What nobody searches for any more, and after a week what hardly anybody did. */
export async function deleteOldSearches(db: Database): Promise<void> {
  await sql`
    delete from popular_searches
    where last_found < now() - interval '60 days'
      or (cardinality(networks) < ${sql.lit(NETWORKS_MIN)} and last_found < now() - interval '7 days')`.execute(
    db,
  )
}

/** Each week the older half is forgotten, so that what people want now comes first. */
export async function halveSearches(db: Database): Promise<void> {
  await sql`
    update popular_searches set networks = networks[cardinality(networks) / 2 + 1 :]
    where cardinality(networks) > 1`.execute(db)
}
