import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProfileReply } from '#contract/accounts/profiles.ts'
import { contract } from '#contract/contract.ts'
import { type Endpoint, needsSession } from '#contract/endpoint.ts'
import { sharePicturePath } from '#contract/sharing/share-pictures.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { apiPages } from '#testing/api-pages.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { type ServedApp, serveApp } from '#testing/scale/serve-app.ts'
import { call, setStatus } from '#testing/market/selling.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import { type CachingProxy, type CdnKind, cdnSettings } from './stand-in-cdn.ts'

const onePhoto: Storage = {
  put: async () => undefined,
  read: async () => ({ size: 3, contentType: 'image/jpeg', stream: new Blob(['jpg']).stream() }),
  remove: async () => undefined,
}

/** Reads that require a session and have a fixed address. */
const OWN_READS = Object.values<Endpoint>(contract).filter(
  (endpoint) => endpoint.method === 'GET' && needsSession(endpoint) && !endpoint.path.includes(':'),
)

interface Read {
  status: number
  isHit: boolean
  text: string
}

export interface BehindCdn {
  test: TestApp
  /** Reads an address through the cache. */
  read(path: string, headers?: Record<string, string>): Promise<Read>
  /** Waits until the cache answers from memory. */
  warm(...paths: string[]): Promise<void>
}

/** The site behind a cache, for the tests of a file or of a `describe`. */
function openBehind(kind: CdnKind, open: () => Promise<CachingProxy>): BehindCdn {
  let proxy: CachingProxy
  let served: ServedApp
  const site = { read, warm } as BehindCdn

  async function read(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(proxy.url + path, { headers })
    const isHit = response.headers.get('x-cache') === 'HIT'
    return { status: response.status, isHit, text: await response.text() }
  }
  async function warm(...paths: string[]) {
    for (const path of paths) {
      await read(path)
      const { status, isHit } = await read(path)
      expect({ path, status, isHit }).toEqual({ path, status: 200, isHit: true })
    }
  }

  beforeAll(async () => {
    proxy = await open()
    site.test = await createTestApp({
      pages: apiPages,
      storage: onePhoto,
      settings: cdnSettings(kind, proxy),
    })
    await insertAccounts(site.test.db)
    served = await serveApp(site.test)
    await proxy.setOrigin(served.origin)
  })
  afterAll(async () => {
    await proxy.close()
    await served.close()
    await site.test.close()
  })
  it('never caches a page made for a browser that saves data', async () => {
    const id = await insertProduct(site.test.db)
    for (const path of [`/products/${id}`, '/products']) {
      const address = `${path}?${randomUUID()}`
      await read(address, { 'save-data': 'on' })
      expect(await read(address)).toMatchObject({ status: 200, isHit: false })
    }
  })

  return site
}

const photoOf = (id: string) => `/photos/product-images/${id}/0123456789abcdef-640.jpg`

/** Decides as a moderator; resolves once a job has purged the change. A second purge follows some seconds later. */
async function decide(
  { test }: BehindCdn,
  target: { kind: 'product' | 'person'; id: string },
  action: 'remove' | 'suspend',
) {
  const yaw = await signInStaff(test, 'moderator')
  const days = action === 'suspend' ? 7 : null
  const decision = { target, action, rule: 'no-money-first', words: 'You wanted money first.', days }
  expect((await yaw.send('POST', '/api/moderation/decisions', decision)).status).toBe(201)
  await test.jobs.settled()
}

function itShowsNothingOld(site: BehindCdn): void {
  const { read, warm } = site
  const textOf = async (path: string) => (await read(path)).text
  const statusOf = async (path: string) => (await read(path)).status

  it('caches public pages and replies, and shows a sale at once', async () => {
    const id = await insertProduct(site.test.db, { title: `Sold ${randomUUID()}` })
    const paths = [
      `/products/${id}`,
      `/api/products/${id}`,
      '/products',
      '/api/featured',
      `/sellers/${PEOPLE.ama.id}`,
    ]
    await warm(...paths)
    await setStatus(await signIn(site.test, 'ama'), id, { status: 'sold', buyerId: null })
    await site.test.jobs.settled()
    expect(await textOf(`/products/${id}`)).toContain('"status":"sold"')
    expect(await textOf('/products')).not.toContain(id)
  })

  it('shows neither a removed listing nor its photos', async () => {
    const id = await insertProduct(site.test.db)
    await insertPhoto(site.test.db, id)
    const paths = [`/products/${id}`, `/api/products/${id}`, photoOf(id)]
    await warm(...paths)
    await decide(site, { kind: 'product', id }, 'remove')
    for (const path of paths) expect(await statusOf(path)).toBe(404)
  })

  it("shows nothing of a suspended seller and keeps others' listings", async () => {
    const id = await insertProduct(site.test.db, { seller_id: PEOPLE.kofi.id })
    const other = await insertProduct(site.test.db, { seller_id: PEOPLE.esi.id })
    await insertPhoto(site.test.db, id)
    await warm(`/products/${id}`, '/products', photoOf(id), `/products/${other}`)
    await decide(site, { kind: 'person', id: PEOPLE.kofi.id }, 'suspend')
    for (const path of [`/products/${id}`, photoOf(id)]) expect(await statusOf(path)).toBe(404)
    expect(await textOf('/products')).not.toContain(id)
    expect(await read(`/products/${other}`)).toMatchObject({ isHit: true })
  })

  it("shows a new name at once, even on pages of the seller's listings", async () => {
    const id = await insertProduct(site.test.db)
    const paths = [`/products/${id}`, `/sellers/${PEOPLE.ama.id}`]
    await warm(...paths)
    const ama = await signIn(site.test, 'ama')
    const { profile } = await call<ProfileReply>(ama, 'GET', '/api/profile')
    await call(ama, 'PUT', '/api/profile', { ...profile, fullName: 'Ama Serwaa' })
    await site.test.jobs.settled()
    for (const path of paths) expect(await textOf(path)).toContain('Ama Serwaa')
  })
}

/** Tests for a site behind any cache that accepts purges. */
export function itIsPurged(kind: CdnKind, open: () => Promise<CachingProxy>): BehindCdn {
  const site = openBehind(kind, open)
  const { read, warm } = site
  itShowsNothingOld(site)

  it('does not show the price of a sold listing in its picture for sharing', async () => {
    const id = await insertProduct(site.test.db)
    const picture = sharePicturePath(id, 'preview')
    await warm(picture)
    await setStatus(await signIn(site.test, 'ama'), id, { status: 'sold', buyerId: null })
    await site.test.jobs.settled()
    expect(await read(picture)).toMatchObject({ status: 200, isHit: false })
  })

  it('never caches replies to a signed-in person', async () => {
    const { token = '' } = await signIn(site.test, 'ama')
    const own = { authorization: `Bearer ${token}` }
    for (const { path } of OWN_READS) {
      await read(path, own)
      const { status, isHit } = await read(path)
      const isRefused = status === 401 || status === 404
      expect({ path, isHit, isRefused }).toEqual({ path, isHit: false, isRefused: true })
    }
    const id = await insertProduct(site.test.db)
    for (const path of [`/products/${id}`, `/api/products/${id}`, '/api/categories']) {
      for (const headers of [own, { cookie: 'any=1' }]) {
        const address = `${path}?${randomUUID()}`
        await read(address, headers)
        const { status, isHit } = await read(address)
        expect({ address, status, isHit }).toEqual({ address, status: 200, isHit: false })
      }
    }
  })

  return site
}
