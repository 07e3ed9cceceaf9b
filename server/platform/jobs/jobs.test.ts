import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { createLog } from '#server/platform/process/log.ts'
import { createCutDatabase } from '#testing/scale/cut-database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { defineJob } from './job-kind.ts'
import { createJobs, type Jobs, type JobsOptions } from './jobs.ts'

const greet = defineJob<{ name: string }>('greet', { retries: 2, retryDelaySeconds: 0 })

let market: TestDatabase
let opened: Jobs[]

beforeEach(async () => {
  market = await createTestDatabase()
  opened = []
})
// A second stop does nothing.
afterEach(async () => {
  await Promise.all(opened.map((jobs) => jobs.stop()))
  await market.close()
})

function open(options: Partial<JobsOptions> = {}) {
  const shared = { log: createLog('silent'), telemetry: createTelemetry(), timeZone: 'Africa/Accra' }
  const jobs = createJobs({ url: market.url, ...shared, ...options })
  opened.push(jobs)
  return jobs
}

/** Jobs that collect the names from their payloads. */
async function openGreeter() {
  const jobs = open()
  const greeted: string[] = []
  jobs.handle(greet, async ({ name }) => void greeted.push(name))
  await jobs.start()
  return { jobs, greeted }
}

test('the migration creates the tables that this pg-boss expects', async () => {
  const boss = new PgBoss({ connectionString: market.url, migrate: false })
  await boss.start()
  expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true })
  await boss.stop()
})

test('an outage of the database is logged, and jobs run after it', async () => {
  const cut = await createCutDatabase()
  const lines: Record<string, unknown>[] = []
  const to = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
  const jobs = open({ url: cut.url, log: createLog('warn', { to }) })
  const greeted: string[] = []
  jobs.handle(greet, async ({ name }) => void greeted.push(name))
  await jobs.start()
  const there = cut.cable.aim({ port: 1, host: '127.0.0.1' })
  cut.cable.cut()
  await expect.poll(() => lines).toEqual([expect.objectContaining({ outage: 'database-away' })])
  cut.cable.aim(there)
  await expect
    .poll(() => jobs.enqueue(cut.db, greet, { name: 'Ama' }).then(() => 'added', String))
    .toBe('added')
  await expect.poll(() => greeted).toEqual(['Ama'])
  expect(lines).toHaveLength(1)
  await jobs.stop()
  await cut.close()
})

test('a job runs once after the commit and never after a rollback', async () => {
  const { jobs, greeted } = await openGreeter()
  await market.db.transaction().execute(async (transaction) => {
    await jobs.enqueue(transaction, greet, { name: 'Ama' })
    await jobs.enqueue(market.db, greet, { name: 'Esi' })
    await jobs.settled()
    expect(greeted).toEqual(['Esi'])
  })
  await jobs.settled()
  expect(greeted).toEqual(['Esi', 'Ama'])

  const failing = market.db.transaction().execute(async (transaction) => {
    await jobs.enqueue(transaction, greet, { name: 'Kofi' })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await jobs.settled()
  expect(greeted).toEqual(['Esi', 'Ama'])
})

test('jobs of one kind run in the order in which they were enqueued', async () => {
  const jobs = open()
  const begun = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const numbers: number[] = []
  const count = defineJob<{ number: number }>('count')
  jobs.handle(count, async ({ number }) => {
    numbers.push(number)
    begun.resolve()
    await mayGoOn.promise
  })
  await jobs.start()
  await jobs.enqueue(market.db, count, { number: 0 })
  await begun.promise
  for (let number = 1; number <= 30; number++) {
    await jobs.enqueue(market.db, count, { number })
    // The order is compared by the millisecond.
    await sql`select pg_sleep(0.002)`.execute(market.db)
  }
  mayGoOn.resolve()
  await jobs.settled()
  expect(numbers).toEqual(Array.from({ length: 31 }, (_, number) => number))
})

test('a delayed job waits', async () => {
  const { jobs, greeted } = await openGreeter()
  await jobs.enqueue(market.db, greet, { name: 'Ama' }, { runAfterSeconds: 3600 })
  await jobs.settled()
  expect(greeted).toEqual([])
  await sql`update pgboss.job set start_after = now() where name = 'greet'`.execute(market.db)
  await jobs.settled()
  expect(greeted).toEqual(['Ama'])
})

test('a singleton key keeps one waiting job, and jobs without a key all run', async () => {
  const { jobs, greeted } = await openGreeter()
  for (const name of ['Ama', 'Kofi']) {
    await jobs.enqueue(market.db, greet, { name }, { runAfterSeconds: 60, singletonKey: 'first' })
    await jobs.enqueue(market.db, greet, { name }, { runAfterSeconds: 60 })
  }
  await sql`update pgboss.job set start_after = now() where name = 'greet'`.execute(market.db)
  await jobs.settled()
  expect(greeted.toSorted()).toEqual(['Ama', 'Ama', 'Kofi'])
})

test('two hundred jobs of one commit all run, within the allowed concurrency', async () => {
  const jobs = open()
  const seen = new Set<string>()
  let running = 0
  let most = 0
  jobs.handle(
    greet,
    async ({ name }) => {
      most = Math.max(most, ++running)
      await sql`select 1`.execute(market.db)
      running--
      seen.add(name)
    },
    { concurrency: 3 },
  )
  await jobs.start()
  await market.db.transaction().execute(async (transaction) => {
    for (let number = 0; number < 200; number++)
      await jobs.enqueue(transaction, greet, { name: `Person ${number}` })
  })
  await jobs.settled()
  expect(seen.size).toBe(200)
  expect(most).toBe(3)
})

test('a hanging job does not block others', async () => {
  const jobs = open()
  const mayEnd = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const greeted = new Set<string>()
  const greeting = async ({ name }: { name: string }) => {
    if (name === 'Ama') await mayEnd.promise
    if (greeted.add(name).size === 20) rest.resolve()
  }
  jobs.handle(greet, greeting, { concurrency: 2 })
  await jobs.start()
  await market.db.transaction().execute(async (transaction) => {
    const names = ['Ama', ...Array.from({ length: 20 }, (_, number) => `Person ${number}`)]
    for (const name of names) await jobs.enqueue(transaction, greet, { name })
  })
  await rest.promise
  expect(greeted).not.toContain('Ama')
  mayEnd.resolve()
  await jobs.settled()
  expect(greeted).toContain('Ama')
})

test('a group with hanging jobs leaves room for others', async () => {
  const jobs = open()
  const mayEnd = Promise.withResolvers<void>()
  const others = Promise.withResolvers<void>()
  let hanging = 0
  let most = 0
  let done = 0
  const call = defineJob<{ service: string }>('call')
  jobs.handle(
    call,
    async ({ service }) => {
      if (service === 'others') return void (++done === 20 && others.resolve())
      most = Math.max(most, ++hanging)
      await mayEnd.promise
      hanging--
    },
    { concurrency: 4, perGroup: 3 },
  )
  await jobs.start()
  const services = Array.from({ length: 40 }, (_, number) => ({ service: number < 20 ? 'slow' : 'others' }))
  await jobs.enqueueAll(market.db, call, services, ({ service }) => ({ group: service }))
  await others.promise
  expect([hanging, most]).toEqual([3, 3])
  mayEnd.resolve()
  await jobs.settled()
  expect(most).toBe(3)
}, 15_000)

test('a job with a higher priority runs first', async () => {
  const jobs = open()
  const begun = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const greeted: string[] = []
  jobs.handle(greet, async ({ name }) => {
    greeted.push(name)
    begun.resolve()
    await mayGoOn.promise
  })
  await jobs.start()
  await jobs.enqueue(market.db, greet, { name: 'Ama' })
  await begun.promise
  await jobs.enqueue(market.db, greet, { name: 'Esi' }, { priority: -1 })
  await jobs.enqueue(market.db, greet, { name: 'Yaw' }, { priority: -2 })
  await jobs.enqueue(market.db, greet, { name: 'Kofi' })
  mayGoOn.resolve()
  await jobs.settled()
  expect(greeted).toEqual(['Ama', 'Kofi', 'Esi', 'Yaw'])
})

test('a failing job is retried, then stored and logged without its payload', async () => {
  const lines: Record<string, unknown>[] = []
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trim().split('\n'))
      lines.push(JSON.parse(line) as Record<string, unknown>)
  })
  const jobs = open({ log: pino({ base: null }, stream) })
  const attempts: string[] = []
  jobs.handle(greet, async ({ name }, { attempt }) => {
    attempts.push(`${name} ${attempt}`)
    if (name === 'Kofi' || attempt === 1) throw new TypeError(`cannot greet ${name}`)
  })
  await jobs.start()
  await jobs.enqueue(market.db, greet, { name: 'Ama' })
  await jobs.enqueue(market.db, greet, { name: 'Kofi' })
  await jobs.settled()
  expect(attempts.toSorted()).toEqual(['Ama 1', 'Ama 2', 'Kofi 1', 'Kofi 2', 'Kofi 3'])
  expect(lines.map(({ msg }) => msg)).toEqual([
    ...Array.from({ length: 4 }, () => 'job failed'),
    'job failed for good',
  ])
  expect(lines[0]).toMatchObject({
    job: 'greet',
    attempt: 1,
    error: 'TypeError',
    at: expect.stringContaining('jobs.test.ts') as string,
  })
  expect(JSON.stringify(lines)).not.toMatch(/Ama|Kofi|cannot greet/)
  const { rows } = await sql`select data, source_name from pgboss.job where name = 'dead-jobs'`.execute(
    market.db,
  )
  expect(rows).toEqual([{ data: { name: 'Kofi' }, source_name: 'greet' }])
  expect(lines.at(-1)).toMatchObject({ job: 'greet', jobId: lines.at(-2)?.jobId })
})

test('a stop waits for the running job, and a hurried stop returns it to the queue', async () => {
  const jobs = open()
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let ended = false
  jobs.handle(greet, async () => {
    begun.resolve()
    await mayEnd.promise
    ended = true
  })
  await jobs.start()
  await jobs.enqueue(market.db, greet, { name: 'Ama' })
  await begun.promise
  const stopped = jobs.stop(new AbortController().signal)
  mayEnd.resolve()
  await stopped
  expect(ended).toBe(true)

  const hasty = open()
  const taken = Promise.withResolvers<AbortSignal>()
  hasty.handle(greet, async (_, { signal }) => {
    taken.resolve(signal)
    await once(signal, 'abort')
  })
  await hasty.start()
  await hasty.enqueue(market.db, greet, { name: 'Kofi' })
  const signal = await taken.promise
  await hasty.stop(AbortSignal.abort())
  expect(signal.aborted).toBe(true)
  const { rows } = await sql`select state from pgboss.job where data->>'name' = 'Kofi'`.execute(market.db)
  expect(rows).toEqual([{ state: 'retry' }])
})

test('processes that start together share queues and schedules', async () => {
  const ran: string[] = []
  const first = Promise.withResolvers<void>()
  const all = Array.from({ length: 3 }, () => open())
  for (const jobs of all) {
    jobs.handle(greet, async ({ name }) => {
      ran.push(name)
      first.resolve()
    })
    jobs.schedule('tidy', '0 3 * * *', async () => void ran.push('tidy'))
  }
  await Promise.all(all.map((jobs) => jobs.start()))
  const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(market.db)
  expect(rows).toEqual([{ name: 'tidy', cron: '0 3 * * *', timezone: 'Africa/Accra' }])
  await all[0]!.enqueue(market.db, greet, { name: 'Ama' })
  await first.promise
  await Promise.all(all.map((jobs) => jobs.stop()))
  expect(ran).toEqual(['Ama'])
})

test('a schedule that was removed from the code is deleted', async () => {
  const before = open()
  before.schedule('old', '0 3 * * *', async () => undefined)
  await before.start()
  await open().start()
  const { rows } = await sql`select name from pgboss.schedule`.execute(market.db)
  expect(rows).toEqual([])
})

test('a queue gets the settings of a new version', async () => {
  for (const retries of [2, 5]) {
    const jobs = open()
    jobs.handle({ ...greet, options: { retries } }, async () => undefined)
    await jobs.start()
  }
  const { rows } = await sql`select retry_limit from pgboss.queue where name = 'greet'`.execute(market.db)
  expect(rows).toEqual([{ retry_limit: 5 }])
})
