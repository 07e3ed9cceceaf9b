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
import { countDisagreements } from '#bench/load/disagreements.ts'
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

/** A conversation of a buyer and a seller, in any order. */
interface Chat {
  id: string
  people: [string, string]
}

/** Products of one seller each, with conversations of `buyersEach` buyers about each. */
async function insertChats(db: Database, { products, buyersEach }: { products: number; buyersEach: number }) {
  const people = async (name: string, count: number) =>
    (
      await sql<{ id: string }>`
        insert into profiles (full_name) select ${name} || n from generate_series(1, ${count}::int) n
        returning id`.execute(db)
    ).rows.map(({ id }) => id)
  const sellers = await people('Seller ', products)
  const buyers = await people('Buyer ', products * buyersEach)
  const offered = await sql<{ id: string }>`
    insert into products (title, description, price, category_id, region, location, seller_id)
    select 'Kettle', '', 100, 'other', 'Ashanti', 'Bantama', id
    from unnest(${sellers}::uuid[]) with ordinality s (id, n) order by n returning id`.execute(db)
  const chats = buyers.map((buyer, n) => ({
    buyer,
    seller: sellers[Math.floor(n / buyersEach)] ?? '',
    product: offered.rows[Math.floor(n / buyersEach)]?.id ?? '',
  }))
  const { rows } = await sql<Chat>`
    insert into conversations (product_id, product_title, first_person, second_person, last_message_at)
    select product, 'Kettle', least(buyer, seller), greatest(buyer, seller), now()
    from unnest(
      ${chats.map(({ product }) => product)}::uuid[], ${chats.map(({ buyer }) => buyer)}::uuid[],
      ${chats.map(({ seller }) => seller)}::uuid[]
    ) c (product, buyer, seller)
    returning id, array[first_person, second_person] as people`.execute(db)
  await sql`
    insert into conversation_participants (conversation_id, user_id)
    select id, unnest(array[first_person, second_person]) from conversations c
    where not exists (select from conversation_participants p where p.conversation_id = c.id)`.execute(db)
  return rows
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
    await takeStep(ctx, { userId: pick(chat.people), conversationId: chat.id, ...form })
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
  const workers = Array.from({ length: AT_ONCE / processes.length }, () => processes).flat()
  await Promise.all(workers.map(work))
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
