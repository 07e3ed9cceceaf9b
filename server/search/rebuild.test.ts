import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { createTestContext } from '#testing/context.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { rebuildSearch } from './rebuild.ts'
import { largePlansOf } from '#testing/plans.ts'
import { selectUnwritten } from './rebuild-queries.ts'

const database = setUp(createTestDatabase)
const context = setUp(async () => createTestContext(database))
beforeAll(() => insertPeople(database.db))

const rebuild = (ctx = context) => rebuildSearch(ctx, { pauseMs: 0, report: () => undefined })
const finds = async (word: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from products where search @@ to_tsquery('english', ${word}) order by id`.execute(database.db)
  return rows.map(({ id }) => id)
}
/** Clears the search column as if a migration had changed its function; the trigger ignores this column. */
const spoil = (id: string) =>
  database.db.updateTable('products').set({ search: '' }).where('id', '=', id).execute()
/** Changes a product as a writer does; one in sixteen also counts the listing's words. */
async function write(tx: Database, id: string): Promise<void> {
  await tx.updateTable('products').set({ price: 5 }).where('id', '=', id).execute()
  await sql`
    update market_words set products = products + 16
    where word in (select unnest(words_of_product(title, tags, category_id)) from products where id = ${id})`.execute(
    tx,
  )
}
const countOf = async (word: string) =>
  (
    await database.db
      .selectFrom('market_words')
      .select('products')
      .where('word', '=', word)
      .executeTakeFirst()
  )?.products

it('a rebuild renews search documents and word counts, for drafts and sold products too', async () => {
  const draft = await insertProduct(database.db, { title: 'Kente cloth', status: 'draft' })
  const stool = await insertProduct(database.db, { title: 'Kente stool' })
  await spoil(draft)
  await spoil(stool)
  await sql`insert into market_words values ('vanished', 7)`.execute(database.db)
  await sql`update market_words set products = 99 where word = 'stool'`.execute(database.db)
  expect(await finds('kente')).toEqual([])
  expect(await rebuild()).toEqual({ products: 2, changed: 2 })
  expect(await finds('kente')).toEqual([draft, stool])
  expect([await countOf('vanished'), await countOf('stool')]).toEqual([undefined, 1])
  expect(await rebuild()).toEqual({ products: 2, changed: 0 })
})

it('a rebuild waits only for products that are locked, and not for deleted ones', async () => {
  const [first, second, third] = [
    await insertProduct(database.db, { title: 'Djembe one' }),
    await insertProduct(database.db, { title: 'Djembe two' }),
    await insertProduct(database.db, { title: 'Djembe three' }),
  ] as const
  for (const id of [first, second, third]) await spoil(id)
  let statements = 0
  const watch = { recorderOf: () => () => void (statements += 1), slowest: () => [] }
  const db = connect(database.url, { watch })
  const release = Promise.withResolvers<void>()
  const longer = database.db.transaction().execute(async (tx) => {
    await write(tx, first)
    await release.promise
  })
  let rebuilding: Promise<{ changed: number }> | undefined
  await database.db.transaction().execute(async (tx) => {
    await tx.updateTable('products').set({ price: 5 }).where('id', '=', second).execute()
    await tx.deleteFrom('products').where('id', '=', third).execute()
    rebuilding = rebuild({ ...context, db })
    // The first round has passed all three, after two batches.
    await expect.poll(() => statements).toBeGreaterThan(2 + 3)
  })
  await expect.poll(() => finds('djembe')).toEqual([second])
  release.resolve()
  await longer
  expect(await rebuilding).toMatchObject({ changed: 2 })
  expect(await finds('djembe')).toEqual([first, second])
  await db.destroy()
})

it('a rebuild continues while a writer locks a product, and updates it at the end', async () => {
  const held = await insertProduct(database.db, { title: 'Calabash bowl' })
  const free = await insertProduct(database.db, { title: 'Calabash drum' })
  await spoil(held)
  await spoil(free)
  let rebuilding: Promise<{ changed: number }> | undefined
  await database.db.transaction().execute(async (tx) => {
    await write(tx, held)
    rebuilding = rebuild()
    await expect.poll(() => finds('calabash')).toEqual([free])
  })
  expect(await rebuilding).toMatchObject({ changed: 2 })
  expect(await finds('calabash')).toEqual([held, free])
  const { rows } = await sql<{ price: string }>`select price from products where id = ${held}`.execute(
    database.db,
  )
  expect(Number(rows[0]?.price)).toBe(5)
})

it('the index products_unwritten finds products without a current document', async () => {
  expect(await largePlansOf(database, (db) => selectUnwritten(db, 100))).toContain('products_unwritten')
})
