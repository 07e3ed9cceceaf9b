import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { pino } from 'pino'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { connect } from './connect.ts'
import { connectPipelined } from './pipelined.ts'
import { createQueryWatch, nameStatement } from './query-watch.ts'

const database = setUp(createTestDatabase)

interface Line {
  msg: string
  query: string
  text: string
  milliseconds: number
  isAnswered: boolean
  moreBefore?: number
}

function watching({ slowMs, now }: { slowMs: number; now?: () => number }) {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const watch = createQueryWatch({ slowMs, log, telemetry: createTelemetry(), now })
  return { watch, text: () => lines.join(''), lines: () => lines.map((line) => JSON.parse(line) as Line) }
}

async function sleepFor(db: TestDatabase['db'], secret: string) {
  await sql`select pg_sleep(0.06), ${secret}::text`.execute(db)
}

it.each([
  ['from the pool', connect],
  ['in a pipeline', connectPipelined],
])('slow statements %s are logged with name and text, without values', async (_, open) => {
  const { watch, text, lines } = watching({ slowMs: 50 })
  const db = open(database.url, { watch })
  await sleepFor(db, 'hunter2')
  await db.destroy()
  const sent = 'select pg_sleep(0.06), $1::text'
  const name = nameStatement(sent)
  // On a busy machine, other statements may be slow as well.
  expect(lines()).toContainEqual(
    expect.objectContaining({ msg: 'slow query', query: name, text: sent, isAnswered: true }),
  )
  expect(text()).not.toContain('hunter2')
  const found = watch.slowest().find((slow) => slow.name === name)
  expect(found?.count).toBe(1)
  expect(found?.longestMs).toBeGreaterThanOrEqual(50)
})

it('a fast statement is not logged', () => {
  const { watch, lines } = watching({ slowMs: 50 })
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1049)
  onTestFinished(() => clock.mockRestore())
  watch.recorderOf('pool')('select 1', 1000, true)
  expect([lines(), watch.slowest()]).toEqual([[], []])
})

it('slow statements are also logged within a transaction and if they fail', async () => {
  const { watch, lines } = watching({ slowMs: 50 })
  const db = connect(database.url, { watch })
  await db.transaction().execute((tx) => sleepFor(tx, 'x'))
  const sleepInVain = () => sql`select 1 / length(pg_sleep(0.06)::text) as in_vain`.execute(db)
  async function endLate() {
    await sql`select set_config('statement_timeout', '60', false)`.execute(db)
    await sql`select pg_sleep(5) as late`.execute(db)
  }
  await expect(sleepInVain()).rejects.toThrow('division by zero')
  await expect(endLate()).rejects.toThrow('statement timeout')
  await db.destroy()
  expect(lines().map(({ text, isAnswered }) => [text, isAnswered])).toEqual(
    expect.arrayContaining([
      ['select pg_sleep(0.06), $1::text', true],
      ['select 1 / length(pg_sleep(0.06)::text) as in_vain', false],
      ['select pg_sleep(5) as late', false],
    ]),
  )
})

it('a statement is logged once in ten seconds with the number of repeats', () => {
  let now = 0
  const { watch, lines } = watching({ slowMs: 0, now: () => now })
  const note = watch.recorderOf('pool')
  for (now of [0, 1_000, 9_999, 10_000]) note('commit', 0, true)
  note('rollback', 0, true)
  expect(lines().map(({ text, moreBefore }) => [text, moreBefore])).toEqual([
    ['commit', undefined],
    ['commit', 2],
    ['rollback', undefined],
  ])
  const entry = { name: nameStatement('commit'), count: 4, lastAt: new Date(10_000).toISOString() }
  expect(watch.slowest()).toContainEqual(expect.objectContaining(entry))
})

it.each([
  ['select "id" from "products" where "id" = $1', 'select products'],
  ['insert into "carts" ("id") values ($1)', 'insert carts'],
  ['update "users" set "name" = $1', 'update users'],
  ['\n  delete\n  from sessions s where id = $1', 'delete sessions'],
  ['with found as (select id from words) select * from found', 'with words'],
  ['select f.id from unnest($1::int[]) f join products p on true, (select 1 from words)', 'select words'],
  ['select extract(epoch from used_at), a is distinct from b from sessions', 'select sessions'],
  ['insert into pgboss.job (data) values ($1)', 'insert pgboss.job'],
  ['commit', 'commit'],
])('%j is named by its verb and table', (text, words) => {
  expect(nameStatement(text)).toMatch(new RegExp(`^${words} [0-9a-f]{6}$`))
})

it('a name is the same for lists of any length and differs for other texts', () => {
  const [one, three, other] = ['a in ($1)', 'a in ($1, $2, $3)', 'b in ($1)'].map((where) =>
    nameStatement(`select * from words where ${where}`),
  )
  expect(three).toBe(one)
  expect(other).not.toBe(one)
})
