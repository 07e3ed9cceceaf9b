import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import type { Database } from './connect.ts'
import { connectPipelined } from './pipelined.ts'
import { prepared } from './prepared.ts'

let reads: Database
const database = setUp(createTestDatabase)
beforeAll(async () => {
  reads = connectPipelined(database.url)
})
afterAll(() => reads.destroy())

const twice = prepared((db, { n }: { n: number }) =>
  sql<{ value: number; process: number }>`select ${n}::int * 2 as value, pg_backend_pid() as process`.compile(
    db,
  ),
)

it('simultaneous statements share a few connections and get their own rows', async () => {
  const numbers = Array.from({ length: 200 }, (_, n) => n)
  const results = await Promise.all(numbers.map((n) => twice(reads, { n })))
  expect(results.map(([row]) => row?.value)).toEqual(numbers.map((n) => n * 2))
  expect(new Set(results.map(([row]) => row?.process)).size).toBeLessThanOrEqual(4)
})

it('a failed statement does not affect the others', async () => {
  const divide = (n: number) => sql<{ value: number }>`select 1 / ${n}::int as value`.execute(reads)
  const results = await Promise.allSettled([1, 0, 1, 0, 1].map(divide))
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

it('a lost connection is opened again', async () => {
  const processes = async () => {
    const results = await Promise.all(Array.from({ length: 8 }, (_, n) => twice(reads, { n })))
    return new Set(results.map(([row]) => row?.process))
  }
  const before = await processes()
  await sql`select pg_terminate_backend(pid) from unnest(${[...before]}::int[]) as pid`.execute(database.db)
  await expect
    .poll(() =>
      processes()
        .then((after) => [...after].every((process) => !before.has(process)))
        .catch(() => false),
    )
    .toBe(true)
})

it('transactions are refused', async () => {
  await expect(reads.transaction().execute(async () => undefined)).rejects.toThrow('single statements')
})
