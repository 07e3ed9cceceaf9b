import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { connectionOf, PreparingClient } from './preparing-client.ts'

let database: TestDatabase
let client: PreparingClient
let descriptions: number

beforeEach(async () => {
  database = await createTestDatabase()
  descriptions = 0
  client = await open(true)
})
afterEach(async () => {
  await client.end()
  await database.close()
})

async function open(describesOnce: boolean): Promise<PreparingClient> {
  const opened = new PreparingClient({ connectionString: database.url, describesOnce })
  await opened.connect()
  connectionOf(opened).on('rowDescription', () => (descriptions += 1))
  return opened
}

const rowsOf = async (text: string, values: unknown[]) =>
  (await client.query<Record<string, unknown>>(text, values)).rows

it('columns are described with the first execution alone, and read the same afterwards', async () => {
  const text = `select n, n * 1.5 as half, null as nothing, n::text as text from generate_series(1, $1::int) n`
  const first = await rowsOf(text, [2])
  expect(first).toEqual([
    { n: 1, half: '1.5', nothing: null, text: '1' },
    { n: 2, half: '3.0', nothing: null, text: '2' },
  ])
  expect(await rowsOf(text, [2])).toEqual(first)
  expect(await rowsOf(text, [0])).toEqual([])
  expect(descriptions).toBe(1)
})

it('a statement without rows says how many it changed', async () => {
  await client.query('create temporary table numbers (n int)')
  const text = 'insert into numbers select generate_series(1, $1::int)'
  for (const count of [3, 2]) expect((await client.query(text, [count])).rowCount).toBe(count)
})

it('an error says where it was queried, and the next execution is as any other', async () => {
  const text = 'select 6 / $1::int as value'
  const divide = (by: number) => rowsOf(text, [by])
  expect(await divide(2)).toEqual([{ value: 3 }])
  const error = await divide(0).catch((reason: unknown) => reason as Error)
  expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('rowsOf') as string })
  expect(await divide(3)).toEqual([{ value: 2 }])
})

it('a table whose columns have changed is an error, never a row that is read wrong', async () => {
  await client.query('create temporary table things (a int, b text)')
  await client.query(`insert into things values (1, 'one')`)
  const text = 'select * from things where a = $1::int'
  expect(await rowsOf(text, [1])).toEqual([{ a: 1, b: 'one' }])
  await client.query('alter table things drop b')
  await expect(rowsOf(text, [1])).rejects.toThrow('cached plan must not change result type')
})

it('behind a pooler, which may prepare a statement anew, each execution is described', async () => {
  await client.end()
  client = await open(false)
  const text = 'select $1::int as value'
  for (const value of [1, 2]) expect(await rowsOf(text, [value])).toEqual([{ value }])
  expect(descriptions).toBe(2)
})
