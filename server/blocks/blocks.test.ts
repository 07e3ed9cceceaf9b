import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BLOCKS_MAX } from '#contract/limits.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { idMark } from '#contract/id-mark.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { call, setStatus } from '#testing/market/selling.ts'
import { setUp } from '#testing/set-up.ts'

const { ama, kofi, esi } = PEOPLE
const NEUTRAL = 'This person cannot receive messages now.'
const test = setUp(createMarket)
let people: Record<'ama' | 'kofi' | 'esi', TestClient>
let productId: string
/** The conversation of Kofi and Ama about the product. */
let conversationId: string
let messageId: string

beforeAll(async () => {
  people = {
    ama: await signIn(test, 'ama'),
    kofi: await signIn(test, 'kofi'),
    esi: await signIn(test, 'esi'),
  }
})
beforeEach(async () => {
  for (const table of ['rate_limits', 'blocks', 'notifications', 'favourites', 'conversations'] as const)
    await test.db.deleteFrom(table).execute()
  productId = await insertProduct(test.db)
  conversationId = (await call<{ id: string }>(people.kofi, 'POST', '/api/conversations', { productId })).id
  messageId = (await call<{ id: string }>(people.kofi, 'POST', messages(), text())).id
})

const messages = () => `/api/conversations/${conversationId}/messages`
const text = () => ({ clientKey: crypto.randomUUID(), content: 'Is it still available?' })
const block = (who: TestClient, id: string) => who.send('PUT', `/api/blocks/${id}`)
const unblock = (who: TestClient, id: string) => who.send('DELETE', `/api/blocks/${id}`)

async function refusal(reply: Promise<Response>) {
  const response = await reply
  if (response.ok) return 'none'
  return ((await response.json()) as ProblemBody).error.code
}

async function notificationsOf(id: string) {
  await test.jobs.settled()
  const rows = await test.db.selectFrom('notifications').select('content').where('user_id', '=', id).execute()
  return rows.map(({ content }) => content)
}

describe("Ama's block of Kofi", () => {
  beforeEach(async () => {
    await block(people.ama, kofi.id)
  })

  it('stops messages both ways and explains it to Ama only', async () => {
    const toAma = await people.kofi.send('POST', messages(), text())
    expect(toAma.status).toBe(409)
    expect((await toAma.json()) as ProblemBody).toMatchObject({
      error: { code: 'person-unavailable', message: NEUTRAL },
    })
    expect(await refusal(people.ama.send('POST', messages(), text()))).toBe('person-blocked')
    const reaction = (who: TestClient) =>
      refusal(who.send('PUT', `/api/messages/${messageId}/reaction`, { reaction: 'heart' }))
    expect(await reaction(people.kofi)).toBe('person-unavailable')
    expect(await reaction(people.ama)).toBe('person-blocked')
  })

  it('lets Kofi resend a message that was already sent', async () => {
    await unblock(people.ama, kofi.id)
    const sent = text()
    await people.kofi.send('POST', messages(), sent)
    await block(people.ama, kofi.id)
    expect((await people.kofi.send('POST', messages(), sent)).status).toBe(201)
  })

  it('stops new conversations about each other’s listings', async () => {
    const other = await insertProduct(test.db)
    const ofKofi = await insertProduct(test.db, { seller_id: kofi.id })
    const open = (who: TestClient, id: string) =>
      refusal(who.send('POST', '/api/conversations', { productId: id }))
    expect(await open(people.kofi, other)).toBe('person-unavailable')
    expect(await open(people.ama, ofKofi)).toBe('person-blocked')
    expect(await open(people.esi, other)).toBe('none')
  })

  it('hides the conversation and its unread messages from Ama only', async () => {
    const list = async (who: TestClient) =>
      (await call<{ items: { id: string }[] }>(who, 'GET', '/api/conversations')).items.map(({ id }) => id)
    const unread = async (who: TestClient) =>
      (await call<{ count: number }>(who, 'GET', '/api/conversations/unread')).count
    expect(await list(people.ama)).toEqual([])
    expect(await unread(people.ama)).toBe(0)
    expect(await list(people.kofi)).toEqual([conversationId])
    expect(await notificationsOf(ama.id)).toEqual([])
    const search = await call<{ items: object[] }>(people.ama, 'GET', '/api/conversations?search=available')
    expect(search.items).toEqual([])
    await unblock(people.ama, kofi.id)
    expect(await list(people.ama)).toEqual([conversationId])
    expect(await unread(people.ama)).toBe(1)
  })

  it('hides both presences and is shown to Ama only', async () => {
    const path = `/api/conversations/${conversationId}`
    expect(await call(people.ama, 'GET', path)).toMatchObject({ isBlocked: true, presence: null })
    expect(await call(people.kofi, 'GET', path)).toMatchObject({ isBlocked: false, presence: null })
  })

  it('hides from Kofi that Ama read his earlier message', async () => {
    await people.ama.send('POST', `/api/conversations/${conversationId}/read`, { seq: 1 })
    const { messages: shown } = await call<{ messages: { read: boolean }[] }>(people.kofi, 'GET', messages())
    expect(shown.map(({ read }) => read)).toEqual([false])
  })

  it('hides Kofi’s listings from Ama’s favourites and stops notifications to him', async () => {
    const ofKofi = await insertProduct(test.db, { seller_id: kofi.id })
    await unblock(people.ama, kofi.id)
    await call(people.ama, 'PUT', `/api/favourites/${ofKofi}`)
    await call(people.kofi, 'PUT', `/api/favourites/${productId}`)
    await block(people.ama, kofi.id)
    expect(await call(people.ama, 'GET', '/api/favourites')).toMatchObject({ items: [] })
    expect(await call(people.kofi, 'GET', '/api/favourites')).toMatchObject({
      items: [{ product: { id: productId } }],
    })
    const another = await insertProduct(test.db, { seller_id: kofi.id })
    expect(await refusal(people.ama.send('PUT', `/api/favourites/${another}`))).toBe('product-not-found')
    await setStatus(people.ama, productId, { status: 'sold' })
    expect(await notificationsOf(kofi.id)).toEqual([])
  })

  /** Everything that Kofi can read about Ama. */
  const READS = [
    () => '/api/blocks',
    () => '/api/blocks/hidden',
    () => `/api/products/${productId}`,
    () => `/api/products/${productId}/reviews`,
    () => '/api/products',
    () => `/api/sellers/${ama.id}`,
    () => `/api/sellers/${ama.id}/products`,
    () => '/api/favourites',
    () => '/api/conversations',
    () => '/api/conversations?search=available',
    () => '/api/conversations/unread',
    () => `/api/conversations/${conversationId}`,
    () => `/api/conversations/${conversationId}/messages`,
    () => '/api/notifications',
  ]

  it('changes nothing in what Kofi reads', async () => {
    await unblock(people.ama, kofi.id)
    await call(people.kofi, 'PUT', `/api/favourites/${productId}`)
    const read = async () =>
      Promise.all(
        READS.map(async (path) => {
          const response = await people.kofi.send('GET', path())
          // Kofi sees no presence, as with anybody who hides theirs.
          const reply = (await response.text()).replace(/"presence":\{[^}]*\}/, '"presence":null')
          return [path(), response.status, reply]
        }),
      )
    const before = await read()
    await block(people.ama, kofi.id)
    expect(await read()).toEqual(before)
  })

  it('lets Kofi add favourites, view and report as before', async () => {
    const other = await insertProduct(test.db)
    const status = async (method: string, path: string, body?: object) =>
      (await people.kofi.send(method, path, body)).status
    expect(await status('PUT', `/api/favourites/${other}`)).toBe(200)
    expect(await status('POST', '/api/favourites', { productIds: [other] })).toBe(200)
    expect(await status('POST', `/api/products/${other}/views`)).toBe(202)
    expect(await status('POST', `/api/conversations/${conversationId}/read`, { seq: 1 })).toBe(200)
    const report = { target: { kind: 'person', id: ama.id }, reason: 'other', words: '' }
    expect(await status('POST', '/api/reports', report)).not.toBe(404)
    expect(await status('PUT', `/api/blocks/${ama.id}`)).toBe(200)
    expect(await status('DELETE', `/api/blocks/${ama.id}`)).toBe(200)
  })

  it('stops notifications about a sale to the other', async () => {
    await setStatus(people.ama, productId, { status: 'reserved', buyerId: kofi.id })
    expect(await notificationsOf(kofi.id)).toEqual([])
  })

  it('stops reviews of each other', async () => {
    const review = { rating: 1, title: '', comment: '' }
    const write = (who: TestClient, id: string) =>
      refusal(who.send('POST', `/api/products/${id}/reviews`, review))
    expect(await write(people.kofi, productId)).toBe('person-unavailable')
    const ofKofi = await insertProduct(test.db, { seller_id: kofi.id })
    expect(await write(people.ama, ofKofi)).toBe('person-blocked')
    expect(await write(people.esi, productId)).toBe('none')
  })

  it('keeps earlier reviews, which can only be deleted', async () => {
    await unblock(people.ama, kofi.id)
    const review = { rating: 2, title: '', comment: '' }
    const { id } = await call<{ id: string }>(
      people.kofi,
      'POST',
      `/api/products/${productId}/reviews`,
      review,
    )
    await block(people.ama, kofi.id)
    expect(await refusal(people.kofi.send('PUT', `/api/reviews/${id}`, review))).toBe('person-unavailable')
    const reply = people.ama.send('POST', `/api/reviews/${id}/reply`, { text: 'Thank you.' })
    expect(await refusal(reply)).toBe('person-blocked')
    expect((await people.kofi.send('DELETE', `/api/reviews/${id}`)).status).toBe(200)
  })

  it('makes Ama’s contact details look missing', async () => {
    const reveal = (who: TestClient) =>
      refusal(who.send('POST', `/api/sellers/${ama.id}/contacts`, { kind: 'phone' }))
    expect(await reveal(people.kofi)).toBe('phone-not-available')
    expect(await reveal(people.esi)).toBe('none')
  })

  it('hides Ama’s listings from Kofi’s saved searches', async () => {
    await call(people.kofi, 'POST', '/api/saved-searches', { query: '?category=mobile', alert: 'instant' })
    await call(people.esi, 'POST', '/api/saved-searches', { query: '?category=mobile', alert: 'instant' })
    const { rows } = await sql<{ profile_id: string }>`
      select profile_id from searches_matching(${productId})`.execute(test.db)
    expect(rows).toEqual([{ profile_id: esi.id }])
  })

  it('shows Ama whom she blocked, and Kofi nothing', async () => {
    const hidden = (who: TestClient) => call(who, 'GET', '/api/blocks/hidden')
    expect(await hidden(people.ama)).toEqual({ blocked: [idMark(kofi.id)], reported: [] })
    expect(await hidden(people.kofi)).toEqual({ blocked: [], reported: [] })
    expect(await call(people.ama, 'GET', '/api/blocks')).toMatchObject({
      people: [{ id: kofi.id, name: kofi.full_name }],
    })
    expect(await call(people.kofi, 'GET', '/api/blocks')).toEqual({ people: [] })
  })

  it('ends completely when Ama unblocks Kofi', async () => {
    await unblock(people.ama, kofi.id)
    expect(await refusal(people.kofi.send('POST', messages(), text()))).toBe('none')
    expect(await refusal(people.ama.send('POST', messages(), text()))).toBe('none')
  })

  it('ends only after both have unblocked each other', async () => {
    await block(people.kofi, ama.id)
    await unblock(people.ama, kofi.id)
    expect(await refusal(people.ama.send('POST', messages(), text()))).toBe('person-unavailable')
    expect(await refusal(people.kofi.send('POST', messages(), text()))).toBe('person-blocked')
  })
})

describe('blocking', () => {
  it('creates one block from twenty simultaneous taps', async () => {
    const taps = await Promise.all(
      Array.from({ length: 20 }, async () => (await block(people.ama, kofi.id)).status),
    )
    expect(new Set(taps)).toEqual(new Set([200]))
    expect(await test.db.selectFrom('blocks').selectAll().execute()).toHaveLength(1)
  })

  it('is refused for oneself and for unknown people', async () => {
    expect(await refusal(block(people.ama, ama.id))).toBe('cannot-block-yourself')
    expect(await refusal(block(people.ama, crypto.randomUUID()))).toBe('person-not-found')
    expect((await unblock(people.ama, crypto.randomUUID())).status).toBe(200)
  })

  it('is limited in number', async () => {
    const strangers = Array.from({ length: BLOCKS_MAX }, (_, index) => ({
      id: crypto.randomUUID(),
      full_name: `Stranger ${index}`,
    }))
    await test.db.insertInto('profiles').values(strangers).execute()
    const rows = strangers.map(({ id }) => ({ blocker_id: ama.id, blocked_id: id }))
    await test.db.insertInto('blocks').values(rows).execute()
    expect(await refusal(block(people.ama, kofi.id))).toBe('too-many-blocks')
    expect((await block(people.ama, strangers[0]?.id ?? '')).status).toBe(200)
  })
})
