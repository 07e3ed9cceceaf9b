import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#testing/database.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

const FILE = '0036_product_places.sql'
const SELLER = '00000000-0000-4000-8000-000000000001'

let database: TestDatabase
let directory: string

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sankofa-migrations-'))
  for (const file of readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && name < FILE))
    copyFileSync(join(MIGRATIONS, file), join(directory, file))
  database = await createEmptyDatabase()
  await migrate(database.url, { directory })
})
afterEach(async () => {
  await database.close()
  rmSync(directory, { recursive: true })
})

const insert = (db: TestDatabase['db'], location: string) =>
  sql`
  insert into products (title, price, region, location, seller_id)
  values ('Stool', 50, 'Ashanti', ${location}, ${SELLER})`.execute(db)

it('works out where listings lie while the market is open, also those written meanwhile', async () => {
  const { db } = database
  await sql`insert into profiles (id, full_name, email) values (${SELLER}, 'Ama', 'ama@example.com')`.execute(
    db,
  )
  await insert(db, 'Adum')
  copyFileSync(join(MIGRATIONS, FILE), join(directory, FILE))
  const migrated = await db.transaction().execute(async (trx) => {
    await insert(trx, 'Bantama')
    const running = migrate(database.url, { directory })
    const located = sql`
      select from pg_locks waiting join pg_locks held using (pid)
      where not waiting.granted and waiting.relation = 'products'::regclass
        and held.granted and held.relation = 'places'::regclass`
    await expect.poll(async () => (await located.execute(db)).rows).toHaveLength(1)
    return [running]
  })
  expect(await Promise.all(migrated)).toEqual([[FILE]])
  const { rows } = await sql`
    select location, place_ids = (locate_product(region, location)).place_ids as "isRight"
    from products order by location`.execute(db)
  expect(rows).toEqual([
    { location: 'Adum', isRight: true },
    { location: 'Bantama', isRight: true },
  ])
})
