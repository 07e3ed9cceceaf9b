import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSecrets } from '#server/platform/process/key-file.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { adminCommand } from '#testing/admin-command.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { serveApp, type ServedApp } from '#testing/scale/serve-app.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { receivedAll } from '#testing/received-all.ts'

const BY = ['--as', STAFF.yaw.email]
const WHY = [...BY, '--rule', 'true-listings', '--words', 'The photos show another thing.']

let test: TestApp
let served: ServedApp
let dataDir: string
let amasId: string
let kofisId: string

beforeAll(async () => {
  dataDir = createTemporaryFolder('sankofa-admin-')
  test = await createTestApp({ secrets: await loadSecrets({ secret: { key: undefined }, dataDir }) })
  served = await serveApp(test)
  await insertAccounts(test.db)
  await signInStaff(test, 'administrator')
  amasId = await insertProduct(test.db)
  kofisId = await insertProduct(test.db, { seller_id: PEOPLE.kofi.id })
})
afterAll(async () => {
  await served.close()
  await test.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const command = adminCommand(() => ({ databaseUrl: test.database.url, dataDir }))
/** Resolves once the serving process has received the change. */
async function admin(...words: string[]) {
  await command(...words)
  await receivedAll(test)
}

const statusOf = async (path: string) => {
  const response = await fetch(served.origin + path)
  await response.arrayBuffer()
  return response.status
}
const idsAt = async (path: string) => {
  const { items } = (await (await fetch(served.origin + path)).json()) as { items: { id: string }[] }
  return items.map(({ id }) => id)
}
/** Everywhere that shows the listing, read twice so that replies are cached. */
const isShown = async (id: string, sellerId: string) => {
  const inLists = await Promise.all(
    ['/api/products', `/api/products?search=Galaxy`, `/api/sellers/${sellerId}/products`].map(idsAt),
  )
  return [await statusOf(`/api/products/${id}`), ...inLists.map((ids) => ids.includes(id))]
}
const SHOWN = [200, true, true, true]
const NOT_FOUND = [404, false, false, false]

it('holds, restores, removes and deletes listings on every page at once', async () => {
  const id = amasId
  const seen = () => isShown(id, PEOPLE.ama.id)
  expect(await seen()).toEqual(SHOWN)
  await admin('listings', 'hold', id, ...WHY)
  expect(await seen()).toEqual(NOT_FOUND)
  await admin('listings', 'restore', `${served.origin}/products/${id}`, ...BY)
  expect(await seen()).toEqual(SHOWN)
  await admin('listings', 'delete', id, ...BY)
  expect(await seen()).toEqual(NOT_FOUND)
  const entries = await test.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'action'])
    .where('target_id', '=', id)
    .execute()
  expect(entries).toEqual([{ actor_id: STAFF.yaw.id, action: 'deleted-listing' }])
})

it("deletes a person's sessions, listings and page permanently at once", async () => {
  const id = kofisId
  const kofi = await signIn(test, 'kofi')
  const session = async () => (await kofi.send('GET', '/api/account')).status
  expect(await isShown(id, PEOPLE.kofi.id)).toEqual(SHOWN)
  expect([await session(), await statusOf(`/api/sellers/${PEOPLE.kofi.id}`)]).toEqual([200, 200])
  await admin('person', 'delete', PEOPLE.kofi.email, ...BY)
  expect(await session()).toBe(401)
  expect(await statusOf(`/api/sellers/${PEOPLE.kofi.id}`)).toBe(404)
  expect([await statusOf(`/api/products/${id}`), (await idsAt('/api/products')).includes(id)]).toEqual([
    404,
    false,
  ])
})

it('renames categories in every process at once', async () => {
  const categories = async () => {
    const reply = await fetch(`${served.origin}/api/categories`)
    return ((await reply.json()) as { categories: { id: string; name: string }[] }).categories
  }
  expect((await categories()).find(({ id }) => id === 'mobile')?.name).toBe('Phones & Tablets')
  await admin('categories', 'rename', 'mobile', 'Phones and tablets', ...BY)
  expect((await categories()).find(({ id }) => id === 'mobile')?.name).toBe('Phones and tablets')
})
