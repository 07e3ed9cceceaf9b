import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCase } from '#server/moderation/cases/cases.ts'
import { type QueueQuery, type Sort, SORTS } from '#contract/moderation/cases/queue.ts'
import { listCases } from '#server/moderation/cases/queue/queue.ts'
import { countWaiting } from '#server/moderation/cases/waiting.ts'
import { findListings, findPeople } from '#server/moderation/cases/people.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { loadMarket } from '#scripts/seed/load.ts'
import { createTestDatabase } from '#testing/database.ts'
import { type Plans, plansOf } from '#testing/plans.ts'
import { setUp } from '#testing/set-up.ts'

// STAFF_SCALE_PRODUCTS=1000000 fills a market of the maximum size in about ten minutes; the plans are the
// same.
const PRODUCTS = Number(process.env.STAFF_SCALE_PRODUCTS ?? 20_000)
const CASES = Math.min(PRODUCTS, 100_000)
const PEOPLE = 2 * CASES
/** One in this many cases is open. */
const ONE_OPEN_OF = 50
/** Highest number of 8 KB pages of tables and indexes that a list may read. */
const MOST_PAGES = 5_000
/** A full scan of one of these grows with the market. */
const LARGE = /Seq Scan on (products|profiles|accounts|cases|reports)\b/

let client: pg.Client

const database = setUp(createTestDatabase)
beforeAll(async () => {
  client = new pg.Client(database.url)
  await client.connect()
  await loadMarket(client, {
    products: PRODUCTS,
    seed: 5,
    until: new Date('2026-11-20T12:00:00Z'),
    progress: () => undefined,
  })
  await client.query(`
    insert into profiles (full_name)
    select (array['Ama', 'Kofi', 'Esi', 'Yaw', 'Abena'])[1 + n % 5] || ' ' || (array['Mensah', 'Boateng', 'Owusu'])[1 + n % 3]
    from generate_series(1, ${PEOPLE}) as n`)
  await client.query(`insert into accounts (id, email) select id, id || '@example.com' from profiles`)
  await client.query(`
    insert into cases (target_kind, target_id, subject_id, harm, risk, opened_at, state, decided_at)
    select 'product', id, seller_id, 1 + n / ${ONE_OPEN_OF} % 5, 4 + n % 40, created_at, case when n % ${ONE_OPEN_OF} = 0 then 'open' else 'decided' end,
      case when n % ${ONE_OPEN_OF} = 0 then null else created_at + interval '1 day' end
    from (select *, row_number() over () as n from products limit ${CASES}) as p`)
  // The same two people report every case.
  await client.query(`
    insert into reports (case_id, target_kind, target_id, reporter_id, reason, words, weight)
    select c.id, c.target_kind, c.target_id, p.id, 'prepayment', 'Wanted money first', 4
    from cases c cross join (select id from profiles order by id limit 2) as p`)
  await client.query('analyze')
}, 1_200_000)
afterAll(() => client.end())

const MONEY = { currency: 'GHS', symbol: 'GH₵', symbolAfter: false, group: ',', decimal: '.' }
const moderatorId = '01930000-0000-7000-8000-00000000aa01'
const site = { money: MONEY, timeZone: 'Africa/Accra' } as Parameters<typeof getCase>[0]['site']
const signer = { sign: (src: string) => src } as Parameters<typeof listCases>[0]['signer']

/** Cursor of a moderator who has scrolled through this many pages. */
async function cursorAfter(pages: number): Promise<string | undefined> {
  let cursor: string | undefined
  for (let page = 0; page < pages; page++)
    cursor = (await listCases({ db: database.db, signer }, { moderatorId, cursor })).nextCursor ?? undefined
  return cursor
}

/** Reads an open case with everything that its page shows. */
async function readCase(db: Database) {
  const { id } = await database.db
    .selectFrom('cases')
    .select('id')
    .where('state', '=', 'open')
    .orderBy('subject_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await getCase({ db, signer, site }, { id, moderatorId })
}

/** Sum of what PostgreSQL took to plan and execute the statements of these plans. */
const millisecondsIn = (plans: string): number =>
  Math.ceil(
    [...plans.matchAll(/(?:Planning|Execution) Time: ([\d.]+) ms/g)].reduce(
      (sum, [, ms]) => sum + Number(ms),
      0,
    ),
  )

const READS: Record<string, (db: Database) => Promise<unknown>> = {
  'the queue': (db) => listCases({ db, signer }, { moderatorId }),
  'a case': readCase,
  'one class of the queue': (db) => listCases({ db, signer }, { moderatorId, harm: 'nuisance' }),
  'the numbers of what waits': (db) => countWaiting({ db }, { moderatorId }),
  'a search for people by a frequent name': (db) => findPeople({ db }, { q: 'Ama' }),
  'a search for people by a number': (db) => findPeople({ db }, { q: '0241234567' }),
  'a search for people without a match': (db) => findPeople({ db }, { q: 'qqqxxzz' }),
  'a search for listings by a frequent word': (db) => findListings({ db }, { q: 'samsung' }),
  'a search for listings without a match': (db) => findListings({ db }, { q: 'qqqxxzz' }),
}

async function expectIndexes(name: string, read: (db: Database) => Promise<unknown>) {
  const { text, pages } = await plansOf(database, read)
  console.log(`${name}: ${pages} pages with ${PRODUCTS} listings and ${CASES} cases`)
  expect(text, text).not.toMatch(LARGE)
  expect(pages, text).toBeLessThan(MOST_PAGES)
}

it.each(Object.entries(READS))(`%s uses indexes, within ${MOST_PAGES} pages`, async (name, read) => {
  await expectIndexes(name, read)
})

it('later pages of the queue use indexes, too', async () => {
  const cursor = await cursorAfter(50)
  await expectIndexes('a later page of the queue', (db) => listCases({ db, signer }, { moderatorId, cursor }))
})

const QUEUES: Record<string, QueueQuery> = {
  all: {},
  'one class': { harm: 'nuisance' },
  'one kind': { kind: 'product' },
  'a kind without cases': { kind: 'message' },
  'a frequent reason': { reason: 'prepayment' },
  'a rare reason': { reason: 'stolen' },
  'a rare reason in a class': { reason: 'stolen', harm: 'danger' },
  'a language': { language: 'english' },
  'a rare language': { language: 'twi' },
  'two that exclude each other': { reason: 'stolen', language: 'twi' },
  'more than a week': { age: 'week' },
  'less than a day': { age: 'new' },
  'a frequent word': { q: 'samsung' },
  'a frequent beginning': { q: 's' },
  'a name': { q: 'ama' },
  'a rare word': { q: 'qqqxxzz' },
  'everything together': { kind: 'product', language: 'english', age: 'week', q: 'samsung', harm: 'money' },
}
const SORT_NAMES = Object.keys(SORTS) as Sort[]
/** Highest number of pages for a page of the queue: a pile of two thousand cases is walked through. */
const MOST_QUEUE_PAGES = 20_000

describe('while every case is open', () => {
  beforeAll(async () => {
    // The columns of the queue, in one statement; one case in 256 has the rare reason, and another the rare language.
    await client.query('alter table cases disable trigger cases_are_placed')
    await client.query(`
      update cases c set state = 'open', decided_at = null, pile_id = subject_id, search = array_to_tsvector(
        array_remove(string_to_array(plain_words(p.title || ' ' || coalesce(s.full_name, '') || ' listing'), ' '), '')
        || array['/kind/product', right(c.id::text, 6),
          case when right(c.id::text, 2) = 'aa' then '/reason/stolen' else '/reason/prepayment' end,
          case when right(c.id::text, 2) = 'bb' then '/language/twi' else '/language/english' end]
      )
      from products p join profiles s on s.id = p.seller_id where p.id = c.target_id`)
    // The gravest pile has two thousand cases.
    await client.query(`
      update cases set pile_id = (select min(pile_id::text)::uuid from cases)
      where id in (select id from cases order by harm, queue_position limit 2000)`)
    await client.query('alter table cases enable trigger cases_are_placed')
    await client.query('vacuum analyze cases')
  }, 600_000)

  /** The reading that took PostgreSQL the least time of three, because other work delays some. */
  async function readPage(search: QueueQuery) {
    const plans: (Plans & { milliseconds: number })[] = []
    for (let round = 0; round < 3; round++) {
      const read = await plansOf(database, (db) => listCases({ db, signer }, { moderatorId, ...search }))
      plans.push({ ...read, milliseconds: millisecondsIn(read.text) })
    }
    return plans.toSorted((one, other) => one.milliseconds - other.milliseconds)[0]
  }

  const SEARCHES = Object.entries(QUEUES).flatMap(([name, filter]) =>
    SORT_NAMES.map((sort) => [name, sort, { ...filter, sort }] as const),
  )
  it.each(SEARCHES)(`shows %s, %s first, within ${MOST_QUEUE_PAGES} pages`, async (name, sort, filter) => {
    for (const by of ['pile', undefined] as const) {
      const search = { ...filter, by }
      const { nextCursor } = await listCases({ db: database.db, signer }, { ...search, moderatorId })
      const first = await readPage(search)
      const next = await readPage({ ...search, cursor: nextCursor ?? undefined })
      const figures = [first, next].map((read) => `${read?.milliseconds} ms, ${read?.pages} pages`)
      console.log(`${name}, ${sort}, by ${by ?? 'case'}: ${figures.join('; next ')}`)
      expect(first?.pages, first?.text).toBeLessThan(MOST_QUEUE_PAGES)
      expect(next?.pages, next?.text).toBeLessThan(MOST_QUEUE_PAGES)
    }
  })

  // Counting stops at a thousand cases, which a scan of the table finds as fast.
  it('uses its index', async () => {
    const cursor = await cursorAfter(50)
    for (const search of [{}, { cursor }, { harm: 'nuisance' as const }]) {
      const { text, pages } = await plansOf(database, (db) =>
        listCases({ db, signer }, { moderatorId, ...search }),
      )
      console.log(`the queue ${JSON.stringify(search)}: ${pages} pages with ${CASES} open cases`)
      expect(text, text).toContain('Index Scan using open_cases_by_harm')
      expect(pages, text).toBeLessThan(MOST_PAGES)
    }
  })
})
