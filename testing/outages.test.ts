import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { WebPages } from '#server/platform/http/pages/pages.ts'
import { insertAccounts, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createCutDatabase } from '#testing/scale/cut-database.ts'
import { callLive, connectLive, createLiveApp, type LiveApp } from '#testing/live/live.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { openPhotoFolder, type PhotoFolder, sendPhoto } from '#testing/pictures/photos.ts'
import { receivedAll } from './received-all.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { codeOf } from '#testing/replies.ts'
import { insertProduct } from '#testing/market/products.ts'
import { createAnonymousClient, type TestClient } from './anonymous-client.ts'

let database: Awaited<ReturnType<typeof createCutDatabase>>
let folder: PhotoFolder
let test: LiveApp
let kofi: TestClient
let productId: string

let rendered: string[]
/** Each page shows the API's reply about the product. */
const pages: WebPages = {
  cached: true,
  assets: { script: '', styles: () => [], preloads: () => [] },
  renderer: async () => ({
    canonicalPath: (url) => url.pathname,
    render: async ({ url, call }) => {
      rendered.push(url.pathname)
      const { status } = await call('getProduct', { params: { id: url.pathname.slice(1) } })
      return { status, html: `<p>${status}</p>` }
    },
  }),
}

beforeEach(async () => {
  rendered = []
  database = await createCutDatabase()
  folder = await openPhotoFolder()
  await insertPeople(database.direct.db)
  await insertAccounts(database.direct.db)
  productId = await insertProduct(database.direct.db)
  test = await createLiveApp({ database, storage: folder.storage, pages })
  kofi = await signIn(test, 'kofi')
})
afterEach(async () => {
  await test.close()
  await database.close()
  await folder.close()
})

const name = () => sql.id(new URL(database.url).pathname.slice(1))

async function takeAway() {
  database.cable.aim({ port: 1, host: '127.0.0.1' })
  database.cable.cut()
}

async function makeReadOnly() {
  await sql`alter database ${name()} set default_transaction_read_only = on`.execute(database.direct.db)
  database.cable.cut()
  // The pool has replaced its broken connections.
  await expect.poll(async () => (await test.app.request('/api/featured')).status).toBe(200)
}

/** Valid input, so that the answer depends only on the database. */
const BODIES: Record<string, object> = {
  login: { email: PEOPLE.ama.email, password: PASSWORD },
  register: { name: 'Yaa', email: 'yaa@example.com', password: PASSWORD, terms: true },
  requestPasswordReset: { email: PEOPLE.ama.email },
  resendVerification: { email: PEOPLE.ama.email },
  createSavedSearch: { query: '?category=mobile', alert: 'daily' },
  createReview: { rating: 5, title: '', comment: '' },
  markRead: { seq: 1 },
  setReaction: { reaction: 'heart' },
  revealContact: { kind: 'phone' },
  setProductStatus: { status: 'reserved' },
  deletePhoto: {},
}

async function requestEndpoint(endpoint: Endpoint, key: string): Promise<Response> {
  const path = endpoint.path.replace(/:\w+/g, () => productId)
  const body =
    BODIES[key] ??
    (key === 'openConversation'
      ? { productId }
      : endpoint.body
        ? { content: 'Hi', clientKey: randomUUID() }
        : undefined)
  return kofi.send(endpoint.method, path, body)
}

/** Answers of all endpoints: status by name, and 'bare' without Retry-After. */
async function answers() {
  const all: Record<string, string> = {}
  for (const [key, endpoint] of Object.entries(contract)) {
    const reply = await requestEndpoint(endpoint, key)
    const isBare = reply.status === 503 && !reply.headers.get('retry-after')
    all[key] = `${reply.status}${isBare ? ' bare' : ''}`
  }
  return all
}

const picture = async () => ({ bytes: new Uint8Array(await plainPicture(40, 30).jpeg().toBuffer()) })
const namesWith = (all: Record<string, string>, status: string) =>
  Object.keys(all).filter((key) => all[key] === status)

describe('a site without its database', () => {
  it('refuses every call that needs it with 503 and Retry-After', async () => {
    await takeAway()
    const all = await answers()
    expect(Object.entries(all).filter(([, answer]) => answer.startsWith('5') && answer !== '503')).toEqual([])
    expect(namesWith(all, '503').length).toBeGreaterThan(40)
    const upload = await sendPhoto(test.app, kofi.token, await picture())
    expect([upload.status, await codeOf(upload)]).toEqual([503, 'unavailable'])
  })

  it('serves visited pages as stale copies and others with 503', async () => {
    const client = createAnonymousClient(test.app)
    const other = await insertProduct(database.direct.db)
    const staleness = async (id: string) => {
      const { status, headers } = await client.send('GET', `/${id}`)
      return [status, headers.get('x-served-stale')]
    }
    expect([await staleness(productId), await staleness(other)]).toEqual([
      [200, null],
      [200, null],
    ])
    // A change of the market outdates every page; this process has received it when a page is rendered again.
    await sql`select pg_notify('public_changed', 'market')`.execute(database.direct.db)
    await expect.poll(async () => (await staleness(other)) && rendered.length).toBe(3)
    await takeAway()
    expect(await staleness(productId)).toEqual([200, expect.stringMatching(/^\d+$/)])
    const never = await client.send('GET', `/${randomUUID()}`)
    expect([never.status, never.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  })

  it('serves requested public replies as stale copies and others with 503', async () => {
    const read = (path: string, headers = {}) =>
      test.app.request(path, { headers: { 'Cache-Control': 'max-age=0', ...headers } })
    const other = await insertProduct(database.direct.db)
    const before = await read(`/api/products/${productId}`)
    const body = await before.text()
    await sql`select pg_notify('public_changed', 'market')`.execute(database.direct.db)
    await receivedAll(test)
    await takeAway()
    const standIn = await read(`/api/products/${productId}`, {
      'If-None-Match': before.headers.get('etag') ?? '',
    })
    expect([standIn.status, await standIn.text()]).toEqual([200, body])
    expect(standIn.headers.get('cache-control')).toBe('no-store')
    expect(standIn.headers.get('x-served-stale')).toMatch(/^\d+$/)
    expect((await read(`/api/products/${other}`)).status).toBe(503)
  })

  it('does not show a page of a product deleted just before', async () => {
    const client = createAnonymousClient(test.app)
    expect((await client.send('GET', `/${productId}`)).status).toBe(200)
    const ama = await signIn(test, 'ama')
    const path = `/api/selling/products/${productId}`
    const { version } = (await (await ama.send('GET', path)).json()) as OwnProduct
    expect((await ama.send('DELETE', `${path}?version=${version}`)).status).toBe(200)
    await takeAway()
    expect((await client.send('GET', `/${productId}`)).status).toBe(503)
  })

  it('refuses a socket as unavailable', async () => {
    const socket = await connectLive(test.url, kofi.token)
    await takeAway()
    expect(await callLive(socket, 'presence.watch', { conversationId: randomUUID() })).toMatchObject({
      code: 'unavailable',
    })
    socket.close()
    await expect(connectLive(test.url, kofi.token)).rejects.toMatchObject({ message: 'unavailable' })
  })
})

describe('a site with a read-only database', () => {
  it('refuses writes with 503 and serves reads', async () => {
    await makeReadOnly()
    const all = await answers()
    expect(Object.entries(all).filter(([, answer]) => answer.startsWith('5') && answer !== '503')).toEqual([])
    expect(namesWith(all, '200')).toEqual(
      expect.arrayContaining(['listCategories', 'searchProducts', 'getProduct', 'listConversations']),
    )
    expect(namesWith(all, '503')).toEqual(
      expect.arrayContaining(['login', 'register', 'addFavourite', 'openConversation', 'createSavedSearch']),
    )
    const login = await kofi.send('POST', contract.login.path, BODIES.login)
    expect(await codeOf(login)).toBe('saving-unavailable')
  })
})

describe('a site without its storage', () => {
  it('refuses an upload with 503', async () => {
    await folder.close()
    const upload = await sendPhoto(test.app, kofi.token, await picture())
    expect([upload.status, await codeOf(upload)]).toEqual([503, 'photos-unavailable'])
    expect(upload.headers.get('retry-after')).toBe('30')
  })
})
