import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { serveApp, type ServedApp } from '#testing/scale/serve-app.ts'
import { totpCode } from '#testing/services/totp.ts'
import { type EarlierSite, readKnown, restoreSite } from './earlier-site.ts'
import { openSiteClient, type SiteClient } from './site-client.ts'

const VERSION = '0.1.0'

interface Person {
  id: string
  email: string
  cookies: Record<string, string>
}

const { password, people, products, conversation } = readKnown<{
  password: string
  people: { abena: Person; kwame: Person; efua: Person & { totpSecret: string }; yaw: Person }
  products: Record<'phone' | 'sofa' | 'laptop' | 'stool' | 'draft', string>
  conversation: string
}>(VERSION)

/** Whose rows today's migrations and server leave as many as they were. */
const COUNTED = [
  'accounts',
  'profiles',
  'sessions',
  'products',
  'product_images',
  'product_reviews',
  'conversations',
  'conversation_participants',
  'messages',
  'message_reactions',
  'notifications',
  'favourites',
  'saved_searches',
  'recovery_codes',
  'outbox_messages',
]

let site: EarlierSite
let before: Record<string, number>
let ran: string[]
let test: TestApp
let served: ServedApp

const client = (person?: Person) => openSiteClient(served.origin, person?.cookies)

async function count(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of COUNTED) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
      site.database.db,
    )
    counts[table] = rows[0]?.n ?? 0
  }
  return counts
}

beforeAll(async () => {
  site = await restoreSite(VERSION)
  before = await count()
  ran = await prepareDatabase(site.database.url)
  const { database, secrets } = site
  const storage = await openDiskStorage(site.photos)
  // As it was set while the site was filled.
  const settings = { EMAIL_VERIFICATION: 'off' }
  test = await createTestApp({ database, secrets, storage, settings })
  served = await serveApp(test)
})
afterAll(async () => {
  await served.close()
  await test.close()
  await site.close()
})

it('runs every migration since, and leaves nothing behind', async () => {
  expect(ran[0]).toBe('0024_fresh_proof.sql')
  expect(await pendingMigrations(site.database.db)).toEqual([])
  expect(await prepareDatabase(site.database.url)).toEqual([])
  expect(Object.values(before).every((n) => n > 0)).toBe(true)
  expect(await count()).toEqual(before)
})

it('keeps people signed in, and signs them in with their password or second factor', async () => {
  const abena = client(people.abena)
  expect(await abena.refresh()).toBe(200)
  expect(await abena.request('GET', '/api/account')).toMatchObject({ email: people.abena.email })

  const anew = client()
  expect(await anew.signIn(people.kwame.email, password)).toEqual({ challenge: null })
  expect(await anew.request('GET', '/api/account')).toMatchObject({ email: people.kwame.email })

  const efua = client()
  const { challenge } = await efua.signIn(people.efua.email, password)
  const code = await totpCode(people.efua.totpSecret)
  const { session } = await efua.request<{ session: { user: { id: string } } }>(
    'POST',
    '/api/auth/two-factor',
    {
      challenge,
      code,
    },
  )
  expect(session.user.id).toBe(people.efua.id)

  expect(await client(people.yaw).refresh()).toBe(401)
  await expect(client().signIn(people.yaw.email, password)).rejects.toThrow(': 401 ')
})

interface Photo {
  src: string
}

it('shows listings with all files of their photos, and to nobody a draft', async () => {
  const anyone = client()
  const sofa = await anyone.request<{ photos: Photo[] }>('GET', `/api/products/${products.sofa}`)
  expect(sofa).toMatchObject({
    title: 'Leather sofa',
    price: 900,
    location: 'Osu',
    seller: { id: people.abena.id },
  })
  const phone = await anyone.request<{ photos: Photo[]; status: string }>(
    'GET',
    `/api/products/${products.phone}`,
  )
  expect(phone).toMatchObject({ status: 'sold', customFields: [{ name: 'Storage', value: '128 GB' }] })
  expect(phone.photos).toHaveLength(2)
  for (const { src } of [...sofa.photos, ...phone.photos])
    for (const suffix of ['-320.avif', '-640.jpg', '-1280.jpg']) {
      const file = await fetch(`${served.origin}${src}${suffix}`)
      expect([file.status, (await file.arrayBuffer()).byteLength > 500]).toEqual([200, true])
    }
  expect((await anyone.send('GET', `/api/products/${products.draft}`)).status).toBe(404)
})

it('finds listings by words, place and category', async () => {
  const anyone = client()
  const found = async (query: string) =>
    (await anyone.request<{ items: { id: string }[] }>('GET', `/api/products?${query}`)).items.map(
      ({ id }) => id,
    )
  expect(await found('search=elitebook')).toEqual([products.laptop])
  expect(await found('search=carved%20stool')).toEqual([products.stool])
  expect(await found('search=leathr%20sofa')).toContain(products.sofa)
  expect(await found('location=Takoradi')).toEqual([products.laptop])
  expect((await found('category=home-furniture-appliances')).toSorted()).toEqual(
    [products.sofa, products.stool].toSorted(),
  )
})

it('has every message, in order, and takes another', async () => {
  const kwame: SiteClient = client(people.kwame)
  await kwame.refresh()
  interface Message {
    seq: number
    content: string
    photo: Photo | null
    reactions: object[]
  }
  const read = async () =>
    (await kwame.request<{ messages: Message[] }>('GET', `/api/conversations/${conversation}/messages`))
      .messages
  const messages = await read()
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
  expect(messages[0]?.content).toBe('Hello, is the phone still there?')
  expect(messages[4]?.content).toBe('Fine. 😀\nToday at Kejetia?')
  expect(messages[23]?.content).toBe('Message number 24')
  const photo = await fetch(`${served.origin}${messages[24]?.photo?.src.replace(/(\?|$)/, '-640.jpg$1')}`)
  expect(photo.status).toBe(200)
  await kwame.request('POST', `/api/conversations/${conversation}/messages`, {
    clientKey: crypto.randomUUID(),
    content: 'Still here after the upgrade',
  })
  expect((await read()).at(-1)).toMatchObject({ seq: 26, content: 'Still here after the upgrade' })
})

it('has reviews, favourites, saved searches, notifications and preferences', async () => {
  const kwame = client(people.kwame)
  await kwame.signIn(people.kwame.email, password)
  const items = async (path: string) => (await kwame.request<{ items: unknown[] }>('GET', path)).items
  expect(await items(`/api/products/${products.phone}/reviews`)).toMatchObject([
    { rating: 5, title: 'As described', reply: { text: 'Thank you!' } },
  ])
  expect(await items(`/api/products/${products.sofa}/reviews`)).toHaveLength(2)
  expect(await items('/api/favourites')).toMatchObject([
    { product: { id: products.laptop } },
    { product: { id: products.sofa } },
  ])
  const { searches } = await kwame.request<{ searches: { query: string }[] }>('GET', '/api/saved-searches')
  expect(searches.map(({ query }) => query).toSorted()).toEqual([
    '?category=home-furniture-appliances&location=Accra&max=1000',
    '?search=tecno&region=Ashanti&price_type=negotiable',
  ])
  expect(JSON.stringify(await items('/api/notifications'))).toContain('New for your saved search')
  expect(await kwame.request('GET', '/api/account/preferences')).toMatchObject({ presence: false })
})
