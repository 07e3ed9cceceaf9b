import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BASELINE, migrate, MIGRATIONS, pendingMigrations } from '#server/platform/db/migrate.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { DOMAIN_SQL, prepareDatabase } from '#server/prepare-database.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { serveApp, type ServedApp } from '#testing/scale/serve-app.ts'
import { totpCode } from '#testing/services/totp.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { openSiteClient } from './site-client.ts'
import { KNOWN, restoreStoredSite, type Row, type StoredSite } from './stored-site.ts'

const { password, people, products, conversation } = KNOWN
const LATER = '9000_notes.sql'

type Tables = Record<string, Row[]>

let site: StoredSite
let before: Tables
let ran: string[]
let after: Tables
let test: TestApp
let served: ServedApp

beforeAll(async () => {
  site = await restoreStoredSite()
  before = await site.readRows()
  ran = await prepareDatabase(site.database.url)
  after = await site.readRows()
  const { database, secrets } = site
  const storage = await openDiskStorage(site.photos)
  // The setting used while the site was filled.
  const settings = { EMAIL_VERIFICATION: 'off' }
  test = await createTestApp({ database, secrets, storage, settings })
  served = await serveApp(test)
})
afterAll(async () => {
  await served.close()
  await test.close()
  await site.close()
})

const client = (person?: { cookies: Record<string, string> }) =>
  openSiteClient(served.origin, person?.cookies)

/** A column that a migration computes again: what a review is based on. */
const COMPUTED_AGAIN = 'earned_by'

/** Sorted rows with only the columns of `sample`. */
const withColumnsOf = (rows: Row[] = [], [sample = {}]: Row[]) => {
  const names = Object.keys(sample).filter((name) => name !== COMPUTED_AGAIN)
  return rows
    .map((row) => JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]]))))
    .toSorted()
}

function expectNothingLost(earlier: Tables, later: Tables): void {
  const tables = Object.keys(earlier).filter((table) => table !== 'schema_migrations')
  expect(tables.length).toBeGreaterThan(20)
  for (const table of tables) {
    const rows = earlier[table] ?? []
    expect([table, withColumnsOf(later[table], rows)]).toEqual([table, withColumnsOf(rows, rows)])
  }
}

it('runs all migrations since the baseline once and loses nothing', async () => {
  expect(ran).not.toContain(BASELINE)
  expect(await pendingMigrations(site.database.db)).toEqual([])
  expect(await prepareDatabase(site.database.url)).toEqual([])
  expectNothingLost(before, after)
})

it('judges verified purchases again, because no deal is confirmed yet', async () => {
  const based = (rows: Row[] = []) => rows.map(({ earned_by }) => earned_by)
  expect(based(before['product_reviews'])).toContain('purchase')
  expect(based(after['product_reviews'])).not.toContain('purchase')
})

it('keeps sessions, passwords and second factors valid', async () => {
  const abena = client(people.abena)
  expect(await abena.refresh()).toBe(200)
  expect(await abena.request('GET', '/api/account')).toMatchObject({ email: people.abena.email })

  const kwame = client()
  expect(await kwame.signIn(people.kwame.email, password)).toEqual({ challenge: null })

  const efua = client()
  const { challenge } = await efua.signIn(people.efua.email, password)
  const code = await totpCode(people.efua.totpSecret)
  expect(await efua.request('POST', '/api/auth/two-factor', { challenge, code })).toMatchObject({
    session: { user: { id: people.efua.id } },
  })

  expect(await client(people.yaw).refresh()).toBe(401)
  await expect(client().signIn(people.yaw.email, password)).rejects.toThrow(': 401 ')
})

it('shows and finds listings with their photos, but no draft', async () => {
  const anyone = client()
  const sofa = await anyone.request<{ photos: { src: string }[] }>('GET', `/api/products/${products.sofa}`)
  expect(sofa).toMatchObject({ title: 'Leather sofa', price: 900, seller: { id: people.abena.id } })
  for (const suffix of ['-320.avif', '-640.jpg', '-1280.jpg'])
    expect((await fetch(`${served.origin}${sofa.photos[0]?.src}${suffix}`)).status).toBe(200)
  expect((await anyone.send('GET', `/api/products/${products.draft}`)).status).toBe(404)

  const found = async (query: string) =>
    (await anyone.request<{ items: { id: string }[] }>('GET', `/api/products?${query}`)).items.map(
      ({ id }) => id,
    )
  expect(await found('search=elitebook')).toEqual([products.laptop])
  expect(await found('search=leathr%20sofa')).toEqual([products.sofa])
  expect(await found('location=Takoradi')).toEqual([products.laptop])
})

it('makes the index of terms again with what later searches look for', async () => {
  const { rows } = await test.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql<{ id: string }>`
      select id from products p
      where status in ('available', 'reserved') and search_terms(search, category_id, region, price, created_at)
        @@ ('/c/home-furniture-appliances/p/' || price_band(900))::tsquery`.execute(tx)
  })
  expect(rows).toEqual([{ id: products.sofa }])
})

it("keeps people's data and accepts another message", async () => {
  const kwame = client()
  await kwame.signIn(people.kwame.email, password)
  const items = async (path: string) => (await kwame.request<{ items: unknown[] }>('GET', path)).items
  expect(await items(`/api/products/${products.phone}/reviews`)).toMatchObject([
    { rating: 5, title: 'As described', reply: { text: 'Thank you!' } },
  ])
  expect(await items('/api/favourites')).toMatchObject([
    { product: { id: products.laptop } },
    { product: { id: products.sofa } },
  ])
  expect(await kwame.request('GET', '/api/saved-searches')).toMatchObject({
    searches: [{ query: '?category=home-furniture-appliances&location=Accra&max=1000' }],
  })
  expect(JSON.stringify(await items('/api/notifications'))).toContain('Leather sofa')

  const path = `/api/conversations/${conversation}/messages`
  const sent = { clientKey: crypto.randomUUID(), content: 'Still here after the upgrade' }
  expect(await kwame.request('POST', path, sent)).toMatchObject({ seq: 5 })
  const { messages } = await kwame.request<{ messages: { content: string }[] }>('GET', path)
  expect(messages.map(({ content }) => content)).toEqual([
    'Hello, is the phone still there?',
    'Yes, it is.',
    'Fine. 😀\nToday at Kejetia?',
    'At four.',
    'Still here after the upgrade',
  ])
})

it('accepts a later migration while it is in use, without losing data', async () => {
  const directory = createTemporaryFolder('sankofa-later-')
  cpSync(MIGRATIONS, directory, { recursive: true })
  writeFileSync(
    join(directory, LATER),
    `alter table favourites add column note text not null default ''
      constraint note_length check (length(note) <= 100);
    update favourites set note = 'Ask for ' || (price_then - 100);`,
  )
  await test.jobs.settled()
  const rows = await site.readRows()
  expect(await migrate(site.database.url, { directory, domains: DOMAIN_SQL })).toEqual([LATER])
  expectNothingLost(rows, await site.readRows())
  const { rows: notes } = await sql<{ note: string }>`select note from favourites order by 1`.execute(test.db)
  expect(notes.map(({ note }) => note)).toEqual(['Ask for 2300.00', 'Ask for 800.00'])
  expect(await client().request('GET', `/api/products/${products.sofa}`)).toMatchObject({ price: 900 })
  await expect(prepareDatabase(site.database.url)).rejects.toThrow(
    `This version of the program is older than its database: it knows migrations up to`,
  )
  rmSync(directory, { recursive: true })
})
