import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { StepForm } from '#contract/agreements/agreement.ts'
import { endDueAgreements } from '#server/agreements/ending.ts'
import { takeStep } from '#server/agreements/steps.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { createTestContext, type TestContext } from '#testing/context.ts'
import { openBenchDatabase } from '#bench/load/bench-database.ts'
import { speedOf } from '#bench/load/percentile.ts'
import { p99Row, type Row } from './report.ts'

const PRODUCTS_BESIDE = 1000
const DUE = 100_000
const RACING_STEPS = 10_000
const PRODUCTS = 50
const BUYERS_EACH = 3
const AT_ONCE = 8
/** A night's hours, in which they must end. */
const NIGHT_SECONDS = 8 * 60 * 60

/** Jobs that do not run, so that nothing is delivered. */
const jobs = {
  enqueueAll: async () => undefined,
  handle: () => undefined,
  schedule: () => undefined,
} as unknown as Jobs
const noLimit = { take: async () => undefined } as unknown as RateLimiter

interface Chat {
  id: string
  buyer: string
  seller: string
}

/** Products of one seller each, with conversations of `buyersEach` buyers about each. */
async function insertChats(db: Database, { products, buyersEach }: { products: number; buyersEach: number }) {
  const { rows } = await sql<Chat>`
    with sellers as (
      insert into profiles (full_name) select 'Seller ' || n from generate_series(1, ${products}::int) n returning id
    ), buyers as (
      insert into profiles (full_name) select 'Buyer ' || n from generate_series(1, ${products * buyersEach}::int) n
      returning id
    ), offered as (
      insert into products (title, description, price, category_id, region, location, seller_id)
      select 'Kettle', '', 100, 'other', 'Ashanti', 'Bantama', id from sellers returning id, seller_id
    ), numbered as (select id, row_number() over () - 1 as n from buyers),
    numbered_products as (select id, seller_id, row_number() over () - 1 as n from offered),
    begun as (
      insert into conversations (product_id, product_title, first_person, second_person, last_message_at)
      select p.id, 'Kettle', least(b.id, p.seller_id), greatest(b.id, p.seller_id), now()
      from numbered b join numbered_products p on p.n = b.n / ${buyersEach}::int
      returning id, product_id, first_person, second_person
    ), joined as (
      insert into conversation_participants (conversation_id, user_id)
      select id, unnest(array[first_person, second_person]) from begun
    )
    select c.id, p.seller_id as seller,
      case when c.first_person = p.seller_id then c.second_person else c.first_person end as buyer
    from begun c join offered p on p.id = c.product_id`.execute(db)
  return rows
}

/** Counts agreements that hold while their product is not reserved for their buyer. */
async function countDisagreements(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from agreements a join products p on p.id = a.product_id
    where a.state in ('agreed', 'half-confirmed') and (p.status <> 'reserved' or p.buyer_id is distinct from a.buyer_id)
      or p.status = 'reserved' and not exists (
        select from agreements o where o.product_id = p.id and o.state in ('agreed', 'half-confirmed')
      )`.execute(db)
  return rows[0]?.count ?? 0
}

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}

type RacingStep = Omit<StepForm, 'clientKey' | 'agreementId'>
const STEPS: readonly RacingStep[] = [
  { step: 'offer', price: 90 },
  { step: 'reserve' },
  { step: 'accept' },
  { step: 'decline' },
  { step: 'withdraw' },
  { step: 'cancel', reason: 'changed-mind' },
  { step: 'confirm' },
  { step: 'deny' },
]

/** Takes a random step about the newest agreement. Returns its duration, or undefined if it was refused. */
async function race(ctx: TestContext, chats: readonly Chat[]): Promise<number | undefined> {
  const chat = pick(chats)
  const newest = await ctx.db
    .selectFrom('agreements')
    .select('id')
    .where('conversation_id', '=', chat.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const form = { ...pick(STEPS), clientKey: randomUUID(), ...(newest && { agreementId: newest.id }) }
  const started = performance.now()
  try {
    await takeStep(ctx, { userId: pick([chat.buyer, chat.seller]), conversationId: chat.id, ...form })
    return performance.now() - started
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Steps of two processes for the same products. */
async function raceRows(processes: readonly TestContext[], db: Database): Promise<Row[]> {
  const chats = await insertChats(db, { products: PRODUCTS, buyersEach: BUYERS_EACH })
  const times: number[] = []
  let left = RACING_STEPS
  const started = performance.now()
  const work = async (ctx: TestContext) => {
    while (left > 0) {
      left -= 1
      const time = await race(ctx, chats)
      if (time !== undefined) times.push(time)
      // Sold products are offered again, so that the race goes on.
      if (left % 500 === 0)
        await sql`update products set status = 'available', buyer_id = null where status = 'sold'`.execute(db)
    }
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => processes[index % processes.length]).map(
      (ctx) => ctx && work(ctx),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  return [
    p99Row(`racing steps, ${times.length.toLocaleString('en')} of them taken`, speedOf(times, seconds), 100),
    {
      name: 'products that are not as agreed after the race',
      figure: await countDisagreements(db),
      unit: 'products',
      atMost: 0,
    },
  ]
}

async function dueRows(ctx: TestContext): Promise<Row[]> {
  const { db } = ctx
  await insertChats(db, { products: DUE, buyersEach: 1 })
  await sql`
    insert into agreements (
      conversation_id, product_id, seller_id, buyer_id, price, is_buyers_offer, state, due, agreed_at
    )
    select c.id, p.id, p.seller_id, case when c.first_person = p.seller_id then c.second_person else c.first_person end,
      90, true, 'agreed', now(), now()
    from conversations c join products p on p.id = c.product_id
    where p.status = 'available'
      and not exists (select from agreements a where a.product_id = p.id)`.execute(db)
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

/** Measures racing steps from two processes, and the end of very many agreements at once. */
export async function agreementRows(): Promise<Row[]> {
  await using opened = await openBenchDatabase(PRODUCTS_BESIDE)
  await using stack = new AsyncDisposableStack()
  const processes = [0, 1].map(() => {
    const db = connect(opened.url)
    stack.defer(() => db.destroy())
    return stack.adopt(createTestContext({ db, url: opened.url }, { limiter: noLimit, jobs }), (ctx) =>
      ctx.close(),
    )
  })
  const [first] = processes
  if (!first) throw new Error('there is no process')
  return [...(await raceRows(processes, first.db)), ...(await dueRows(first))]
}
