import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secretsFrom } from '#server/platform/process/secrets.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import type { DemoProduct } from './demo-types.ts'
import { fillDemo } from './fill.ts'
import { DEMO_PRODUCTS } from './market.ts'
import { NO_MODERATION } from '#demo/moderation/moderation.ts'
import { DEMO_PEOPLE } from './people.ts'
import { DEMO_CONVERSATIONS } from './conversations.ts'

/** Three real products that have reviews, a second photo and one photo in common. */
function threeProducts(): DemoProduct[] {
  const [first, second, third] = DEMO_PRODUCTS.toSorted(
    (one, other) => other.reviews.length - one.reviews.length,
  )
  if (!first || !second || !third) throw new Error('The demo market has too few products.')
  const photos = [first.photos, second.photos].map(([photo]) => photo ?? '')
  return [
    { ...first, photos },
    { ...second, photos: photos.slice(1) },
    { ...third, photos: photos.slice(0, 1) },
  ]
}
const PRODUCTS = threeProducts()

let encodedFolder: string
let encoded: Storage
let root: string
let database: TestDatabase
let storage: Storage
const texts: string[] = []

beforeAll(async () => {
  encodedFolder = await mkdtemp(path.join(tmpdir(), 'demo-encoded-'))
  encoded = await openDiskStorage(encodedFolder)
})
afterAll(() => rm(encodedFolder, { recursive: true, force: true }))

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'demo-'))
  database = await createTestDatabase()
  storage = await openDiskStorage(path.join(root, 'photos'))
  texts.length = 0
})
afterEach(async () => {
  await database.close()
  await rm(root, { recursive: true, force: true })
})

const fill = (extra: object = {}) =>
  fillDemo({
    hashPassword: async (password) => `hash of ${password}`,
    db: database.db,
    storage,
    encoded,
    report: (text) => texts.push(text),
    secrets: secretsFrom(new Uint8Array(32)),
    products: PRODUCTS,
    moderation: NO_MODERATION,
    ...extra,
  })

/** Parts that a killed process was writing are not listed: they have no key, and a later start removes them. */
async function storedFiles(): Promise<string[]> {
  const photos = path.join(root, 'photos', 'product-images')
  const entries = await readdir(photos, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

const countOf = async (table: 'profiles' | 'products' | 'product_images' | 'product_reviews') => {
  const { count } = await database.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function expectWholeMarket() {
  expect(await countOf('products')).toBe(3)
  expect(await countOf('profiles')).toBe(DEMO_PEOPLE.length)
  expect(await countOf('product_images')).toBe(4)
  expect(await countOf('product_reviews')).toBe(PRODUCTS.flatMap((product) => product.reviews).length)
  expect(await storedFiles()).toHaveLength(4 * 6)
  const described = await database.db.selectFrom('photo_likenesses').select('photo_id').execute()
  expect(described).toHaveLength(4)
  for (const { image_url } of await database.db.selectFrom('product_images').select('image_url').execute()) {
    const key = image_url.replace('/photos/', '')
    const photo = await storage.read(`${key}-640.avif`)
    expect(photo?.size).toBeGreaterThan(500)
    await photo?.stream.cancel()
  }
}

describe('an empty market', () => {
  test('is filled with people, products, photos and reviews', async () => {
    const before = Date.now()
    expect(await fill()).toBe(true)
    await expectWholeMarket()
    expect(texts.at(-1)).toBe(`The demo market is open: 3 listings of ${DEMO_PEOPLE.length} people.`)

    const [example] = PRODUCTS
    const row = await database.db
      .selectFrom('products')
      .innerJoin('profiles', 'profiles.id', 'products.seller_id')
      .selectAll('products')
      .select('username')
      .where('title', '=', example?.title ?? '')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ region: example?.region, tags: example?.tags, status: example?.status })
    expect(row.username).toBe(DEMO_PEOPLE.find((person) => person.key === example?.seller)?.username)
    const age = (before - Date.parse(row.created_at)) / 3_600_000
    expect(age).toBeCloseTo(example?.ageHours ?? 0, 1)

    const images = await database.db
      .selectFrom('product_images')
      .selectAll()
      .where('product_id', '=', row.id)
      .orderBy('position')
      .execute()
    expect(images.map((image) => image.is_primary)).toEqual([true, false])
    expect(images[0]?.image_url).toMatch(new RegExp(`^/photos/product-images/${row.id}/[0-9a-f]{20}$`))
    expect(images[0]?.thumbhash).toMatch(/^[A-Za-z0-9+/]{20,40}={0,2}$/)
  })

  test('is filled only once', async () => {
    expect(await fill()).toBe(true)
    expect(await fill()).toBe(false)
    await expectWholeMarket()
  })

  test('is filled by only one of two processes that start together', async () => {
    const results = await Promise.all([fill(), fill()])
    expect(results.toSorted()).toEqual([false, true])
    await expectWholeMarket()
  })
})

describe('an interrupted fill', () => {
  test('leaves no rows, and the next one completes the market', async () => {
    const script = `
      import { connect } from '#server/platform/db/connect.ts'
      import { fillDemo } from '#demo/fill.ts'
      import { NO_MODERATION } from '#demo/moderation/moderation.ts'
      import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
      import { secretsFrom } from '#server/platform/process/secrets.ts'
      const [url, folder, encoded, products] = process.argv.slice(1)
      const storage = await openDiskStorage(folder)
      let puts = 0
      const put = async (...file) => {
        await storage.put(...file)
        puts += 1
        if (puts === 5) process.kill(process.pid, 'SIGKILL')
      }
      await fillDemo({
        hashPassword: async (password) => password,
        db: connect(url),
        storage: { ...storage, put },
        encoded: await openDiskStorage(encoded),
        report() {},
        secrets: secretsFrom(new Uint8Array(32)),
        products: JSON.parse(products),
        moderation: NO_MODERATION,
      })`
    const settings = [database.url, path.join(root, 'photos'), encodedFolder, JSON.stringify(PRODUCTS)]
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, ...settings], {
      stdio: 'inherit',
    })
    expect(await once(other, 'exit')).toEqual([null, 'SIGKILL'])
    expect((await storedFiles()).length).toBeGreaterThanOrEqual(5)
    expect(await countOf('products')).toBe(0)
    expect(await countOf('profiles')).toBe(0)

    expect(await fill()).toBe(true)
    await expectWholeMarket()
  })

  test('stops on an abort signal before it writes any row', async () => {
    const stop = new AbortController()
    stop.abort(new Error('stopping'))
    await expect(fill({ signal: stop.signal })).rejects.toThrow('stopping')
    expect(await countOf('profiles')).toBe(0)
  })
})

test('already encoded photos are not encoded again', async () => {
  await fill()
  const images = () =>
    database.db.selectFrom('product_images').select(['id', 'image_url', 'thumbhash', 'dhash'])
  const first = await images().orderBy('id').execute()
  const names = await readdir(encodedFolder)
  expect(names.filter((name) => name !== '.incoming')).toHaveLength(2)

  await database.db.deleteFrom('profiles').execute()
  const never = { ...encoded, put: () => Promise.reject(new Error('encoded again')) }
  expect(await fill({ encoded: never })).toBe(true)
  expect(await images().orderBy('id').execute()).toEqual(first)
})

test('photos are also encoded if there is no cache folder', async () => {
  expect(await fill({ encoded: undefined, products: PRODUCTS.slice(2) })).toBe(true)
  expect(await countOf('product_images')).toBe(1)
  expect(await storedFiles()).toHaveLength(6)
})

test('the market has conversations with unread messages and notifications', async () => {
  const withConversation = DEMO_PRODUCTS.filter(({ title }) =>
    DEMO_CONVERSATIONS.some(({ product }) => product === title),
  )
  expect(
    await fill({ products: withConversation.map((product) => ({ ...product, photos: [], reviews: [] })) }),
  ).toBe(true)
  const inbox = await database.db
    .selectFrom('conversation_participants as own')
    .innerJoin('profiles as p', 'p.id', 'own.user_id')
    .innerJoin('conversations as c', 'c.id', 'own.conversation_id')
    .select(['p.username', 'own.unread_count', 'own.read_seq', 'c.last_seq'])
    .where('own.unread_count', '>', 0)
    .orderBy('p.username')
    .execute()
  expect(inbox).toEqual([
    { username: 'amaserwaa', unread_count: 2, read_seq: 0, last_seq: 2 },
    { username: 'kofib', unread_count: 1, read_seq: 4, last_seq: 5 },
  ])
  const notifications = await database.db
    .selectFrom('notifications')
    .select('content')
    .orderBy('content')
    .execute()
  expect(notifications.map(({ content }) => content)).toEqual([
    'Ama Serwaa Mensah: Call me when you pass Danquah Circle, the street is hard to find.',
    'Kofi Boateng: And how tall is it with the pot?',
  ])
  const { rows } = await sql<{ found: string | null }>`
    select find_conversation_for_product(product_id, first_person, second_person) as found from conversations`.execute(
    database.db,
  )
  expect(rows.every(({ found }) => found !== null)).toBe(true)
})
