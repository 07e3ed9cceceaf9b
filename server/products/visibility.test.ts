import { sql } from 'kysely'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { isOnSale, isPublic } from './visibility.ts'

const database = setUp(createTestDatabase)
beforeAll(async () => {
  await insertPeople(database.db)
  for (const status of ['draft', 'available', 'reserved', 'sold'])
    await insertProduct(database.db, { status })
})

const statusesWhere = async (condition: typeof isOnSale) => {
  const rows = await database.db.selectFrom('products as p').select('status').where(condition).execute()
  return rows.map(({ status }) => status).toSorted()
}

describe('the visibility of a product', () => {
  it('includes reserved products in lists, sold ones on pages, and drafts nowhere', async () => {
    expect(await statusesWhere(isOnSale)).toEqual(['available', 'reserved'])
    expect(await statusesWhere(isPublic)).toEqual(['available', 'reserved', 'sold'])
  })

  it('has one condition in all indexes of products on sale', async () => {
    const { rows } = await sql<{ condition: string }>`
      select pg_get_expr(indpred, indrelid) as condition
      from pg_index where indrelid = 'products'::regclass and pg_get_expr(indpred, indrelid) like '%available%'`.execute(
      database.db,
    )
    expect(rows.length).toBeGreaterThan(5)
    expect(new Set(rows.map(({ condition }) => condition))).toEqual(
      new Set(["(status = ANY (ARRAY['available'::text, 'reserved'::text]))"]),
    )
  })

  it('uses an index for the newest products on sale', async () => {
    const plan = await database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local enable_bitmapscan = off`.execute(tx)
      await sql`set local enable_sort = off`.execute(tx)
      return sql<{ 'QUERY PLAN': string }>`
        explain select from products p where ${isOnSale} order by p.created_at desc, p.id desc limit 24`.execute(
        tx,
      )
    })
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('products_newest')
  })

  it('is defined in one TypeScript file only', async () => {
    const server = join(import.meta.dirname, '..')
    const names = (await readdir(server, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
    const spelled = await Promise.all(
      names.map(async (name) => {
        const text = await readFile(join(server, name), 'utf8')
        return /\bstatus(?:', '| )(?:<>|!=|in|not in)(?:',|) [([]?'(?:draft|available)/.test(text)
          ? [name]
          : []
      }),
    )
    expect(spelled.flat()).toEqual(['products/visibility.ts'])
  })

  it('has the same conditions in all SQL functions', async () => {
    const server = join(import.meta.dirname, '..')
    const names = (await readdir(server, { recursive: true })).filter((name) =>
      /(functions|triggers)\.sql$/.test(name),
    )
    const texts = await Promise.all(names.map((name) => readFile(join(server, name), 'utf8')))
    const conditions = texts.flatMap(
      (text) => text.match(/\bstatus (?:in|not|<>|!=) (?!new\.).*?(?:\)|'draft'(?!,))/g) ?? [],
    )
    expect(new Set(conditions)).toEqual(
      new Set([
        "status in ('available', 'reserved')",
        "status not in ('draft', 'held')",
        "status in ('draft', 'held')",
        "status <> 'draft'",
      ]),
    )
  })
})
