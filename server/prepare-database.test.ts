import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { DOMAIN_SQL, prepareDatabase } from './prepare-database.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.close())

const FILES = globSync('**/*.sql', { cwd: import.meta.dirname, exclude: ['**/migrations/**'] })

/** Names after `create or replace KIND` and `create constraint trigger` in the repeatable files. */
const declared = (kind: 'function' | 'trigger') =>
  FILES.flatMap((file) => [
    ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
      new RegExp(`^create (?:or replace|constraint) ${kind} (\\w+)`, 'gm'),
    ),
  ])
    .map(([, name = '']) => name)
    .toSorted()

test('the test template is fully migrated', async () => {
  expect(await pendingMigrations(db)).toEqual([])
  expect(await prepareDatabase(database.url)).toEqual([])
})

test('the baseline includes every schema.sql', () => {
  const schemas = FILES.filter((file) => file.endsWith('schema.sql'))
  expect(DOMAIN_SQL.baseline.filter((file) => file.endsWith('schema.sql')).toSorted()).toEqual(
    schemas.toSorted(),
  )
})

test('the database has exactly the functions and triggers of the files', async () => {
  const functions = await sql<{ name: string }>`
    select proname as name from pg_proc p
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(db)
  const triggers = await sql<{ name: string }>`
    select tgname as name from pg_trigger where not tgisinternal`.execute(db)
  expect(functions.rows.map(({ name }) => name).toSorted()).toEqual(declared('function'))
  expect(triggers.rows.map(({ name }) => name).toSorted()).toEqual(declared('trigger'))
})

test('functions and triggers can be replaced while another process writes', async () => {
  await insertPeople(db)
  const done = new AbortController()
  const writer = async () => {
    let written = 0
    for (; !done.signal.aborted; written++)
      await db.transaction().execute(async (tx) => {
        await sql`insert into products (title, price, region, location, seller_id)
          values ('Stool', 50, 'Ashanti', 'Adum', ${PEOPLE.ama.id})`.execute(tx)
        await sql`update profiles set username = ${`ama${written}`} where id = ${PEOPLE.ama.id}`.execute(tx)
      })
    return written
  }
  const writing = Promise.all([writer(), writer()])
  try {
    await sql`
      delete from schema_repeatable
      where name like '%functions.sql' or name = 'catalog/triggers.sql'`.execute(db)
    expect(await prepareDatabase(database.url)).toContain('catalog/triggers.sql')
  } finally {
    done.abort()
  }
  expect((await writing).every((count) => count > 0)).toBe(true)
})
