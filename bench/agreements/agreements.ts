import { sql } from 'kysely'
import { endDueAgreements } from '#server/agreements/ending.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { createTestContext, type TestContext } from '#testing/context.ts'
import { openBenchDatabase } from '#bench/load/bench-database.ts'
import { insertChats } from './chats.ts'
import { agreementRaceRows } from './race.ts'
import type { Row } from '#bench/report.ts'

const PRODUCTS_BESIDE = 1000
const DUE = 100_000
/** Products of one insertion: each word of a title is counted in one row, whose versions add up within a statement. */
const BATCH = 1000
/** A night's hours, in which they must end. */
const NIGHT_SECONDS = 8 * 60 * 60

/** Jobs that do not run, so that nothing is delivered. */
const jobs = {
  enqueueAll: async () => undefined,
  handle: () => undefined,
  schedule: () => undefined,
} as unknown as Jobs

/** Inserts reservations whose time is over. */
async function insertDue(db: Database, products: number): Promise<void> {
  const chats = await insertChats(db, { products, buyersEach: 1 })
  await sql`
    insert into agreements (
      conversation_id, product_id, seller_id, buyer_id, price, is_buyers_offer, state, due, agreed_at
    )
    select c.id, p.id, p.seller_id, case when c.first_person = p.seller_id then c.second_person else c.first_person end,
      90, true, 'agreed', now(), now()
    from conversations c join products p on p.id = c.product_id
    where c.id = any(${chats.map(({ id }) => id)}::uuid[])`.execute(db)
}

async function dueRows(ctx: TestContext): Promise<Row[]> {
  const { db } = ctx
  for (let left = DUE; left > 0; left -= BATCH) await insertDue(db, BATCH)
  await sql`vacuum analyze agreements, conversations, messages, products`.execute(db)
  const started = performance.now()
  const times: number[] = []
  const count = async () =>
    (
      await db
        .selectFrom('agreements')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('due', '<=', sql<string>`now()`)
        .executeTakeFirstOrThrow()
    ).count
  for (let left = await count(); left > 0; left = await count()) {
    const began = performance.now()
    await endDueAgreements(ctx)
    times.push(performance.now() - began)
  }
  return [
    {
      name: `${DUE.toLocaleString('en')} reservations end`,
      figure: (performance.now() - started) / 1000,
      unit: 's',
      atMost: NIGHT_SECONDS,
    },
    {
      name: 'slowest run of the job, once a minute',
      figure: Math.max(...times) / 1000,
      unit: 's',
      atMost: 30,
    },
  ]
}

/** Measures racing steps at two processes, and the end of very many agreements at once. */
export async function agreementRows(port: number): Promise<Row[]> {
  await using opened = await openBenchDatabase(PRODUCTS_BESIDE)
  await using db = connect(opened.url)
  const raced = await agreementRaceRows(opened.url, db, port)
  const ctx = createTestContext({ db, url: opened.url }, { jobs })
  const due = await dueRows(ctx)
  await ctx.close()
  return [...raced, ...due]
}
