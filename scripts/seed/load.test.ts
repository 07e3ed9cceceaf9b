import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { loadMarket, type LoadOptions } from './load.ts'

const PLAN = { products: 400, seed: 3, until: new Date('2026-11-20T12:00:00Z'), progress: () => {} }

let database: TestDatabase
let client: pg.Client

beforeEach(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  return async () => {
    await client.end()
    await database.close()
  }
})

const load = (options: Partial<LoadOptions> = {}) => loadMarket(client, { ...PLAN, ...options })

async function contents() {
  const { rows } = await sql<{ hash: string; products: number }>`
    select md5(string_agg(p::text, '|' order by id)) as hash, count(*) as products from products p`.execute(
    database.db,
  )
  return rows[0]
}

const indexes = async () =>
  (await sql<{ name: string }>`select indexname as name from pg_indexes order by 1`.execute(database.db)).rows

it('creates priced products in their towns, which are found by their words', async () => {
  await load()
  const { db } = database
  const misplaced = await sql`
    select from products p, locate_product(region, location) l
    where (p.place_id, p.place_ids) is distinct from (l.place_id, l.place_ids)`.execute(db)
  expect(misplaced.rows).toEqual([])
  const { rows } = await sql<{ sold: number; found: number; oldest: string; words: number }>`
    select count(*) filter (where status = 'sold') as sold,
      count(*) filter (where search @@ 'samsung') as found, min(created_at) as oldest,
      (select products from market_words where word = 'samsung') as words
    from products`.execute(db)
  expect(rows[0]?.sold).toBeGreaterThan(20)
  expect(rows[0]?.found).toBeGreaterThan(5)
  expect(rows[0]?.words).toBeGreaterThan(5)
  expect(rows[0]?.oldest.slice(0, 7)).toBe('2024-11')
})

it('creates the same market for a seed and refuses a repetition', async () => {
  await load()
  const first = await contents()
  await expect(load()).rejects.toMatchObject({
    constraint: 'profiles_pkey',
  })
  expect(await contents()).toEqual(first)
  await client.query('truncate profiles cascade')
  await load()
  expect(await contents()).toEqual(first)
})

it('leaves nothing behind after an interruption', async () => {
  const before = await indexes()
  const stopAtIndexes = (_: number, step: string) => {
    if (step === 'indexes') throw new Error('interrupted')
  }
  await expect(load({ progress: stopAtIndexes })).rejects.toThrow('interrupted')
  expect((await contents())?.products).toBe(0)
  expect(await indexes()).toEqual(before)
})

it('gives most products one of the stored photos', async () => {
  await insertPeople(database.db)
  await insertPhoto(database.db, await insertProduct(database.db))
  await load()
  const { count } = await database.db
    .selectFrom('product_images')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_primary', '=', true)
    .executeTakeFirstOrThrow()
  expect(count).toBeGreaterThan(300)
  expect(count).toBeLessThan(400)
})
