import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/db/connect.ts'
import { insertAccounts, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { openConversation, say, subscribe } from '#testing/live/notifications.ts'
import { inTheMiddleOf } from '#testing/in-the-middle.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { PREFERENCES } from '#testing/accounts/preferences.ts'
import { openPhotoFolder, sendPhoto } from '#testing/pictures/photos.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { insertProduct } from '#testing/market/products.ts'
import { startPushService } from '#testing/services/push-service.ts'
import { codeOf } from '#testing/replies.ts'
import { listingForm } from '#testing/market/selling.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { setUp } from '#testing/set-up.ts'
import { asMissingRow } from './missing-row.ts'

let kofi: TestClient
let productId: string
let conversationId: string

const service = setUp(startPushService)
const folder = setUp(openPhotoFolder)
const test = setUp(() => createTestApp({ push: service.sender, storage: folder.storage }))
beforeEach(async () => {
  await test.db.deleteFrom('profiles').execute()
  await test.db.deleteFrom('rate_limits').execute()
  await insertPeople(test.db)
  await insertAccounts(test.db)
  kofi = await signIn(test, 'kofi')
  productId = await insertProduct(test.db)
  const path = await openConversation(test, kofi)
  await say(kofi, path, 'Is it still there?')
  conversationId = path.split('/').at(-1) ?? ''
})

const person = (id: string) => (tx: Database) => tx.deleteFrom('profiles').where('id', '=', id).execute()
const product = (tx: Database) => tx.deleteFrom('products').where('id', '=', productId).execute()
const conversation = (tx: Database) =>
  tx.deleteFrom('conversations').where('id', '=', conversationId).execute()

const REVIEW = { rating: 5, title: '', comment: '' }

describe('a request during a deletion', () => {
  it.each<[string, () => Promise<Response>, string]>([
    ['a favourite', () => kofi.send('PUT', `/api/favourites/${productId}`), 'product-not-found'],
    ['a review', () => kofi.send('POST', `/api/products/${productId}/reviews`, REVIEW), 'product-not-found'],
    ['a conversation', () => kofi.send('POST', '/api/conversations', { productId }), 'product-not-found'],
  ])('is refused for %s of the deleted product', async (_name, request, code) => {
    expect(await codeOf(await inTheMiddleOf(test.db, product, request))).toBe(code)
  })

  it('takes over an anonymous person’s favourites except the deleted product', async () => {
    const other = await insertProduct(test.db)
    const body = { productIds: [productId, other] }
    const reply = await inTheMiddleOf(test.db, product, () => kofi.send('POST', '/api/favourites', body))
    expect(reply.status).toBe(200)
    const remaining = await test.db.selectFrom('favourites').select('product_id').execute()
    expect(remaining).toEqual([{ product_id: other }])
  })

  it.each<[string, (tx: Database) => Promise<unknown>, string[]]>([
    ['the conversation', conversation, ['conversation-not-found']],
    ['its writer', person(PEOPLE.kofi.id), ['session-ended', 'conversation-access-denied']],
  ])('is refused for a message when %s is deleted', async (_name, remove, codes) => {
    const message = { clientKey: randomUUID(), content: 'Is it still there?' }
    const reply = await inTheMiddleOf(test.db, remove, () =>
      kofi.send('POST', `/api/conversations/${conversationId}/messages`, message),
    )
    expect(codes).toContain(await codeOf(reply))
  })

  it('is refused for a photo of the deleted draft', async () => {
    const draft = await insertProduct(test.db, { seller_id: PEOPLE.kofi.id, status: 'draft' })
    const bytes = new Uint8Array(await plainPicture(64, 48).jpeg().toBuffer())
    const reply = await inTheMiddleOf(
      test.db,
      (tx) => tx.deleteFrom('products').where('id', '=', draft).execute(),
      () => sendPhoto(test.app, kofi.token, { bytes, product: draft }),
    )
    expect(await codeOf(reply)).toBe('product-not-found')
  })

  it('is refused for a reaction in the deleted conversation', async () => {
    const { id } = await test.db.selectFrom('messages').select('id').executeTakeFirstOrThrow()
    const reply = await inTheMiddleOf(test.db, conversation, () =>
      kofi.send('PUT', `/api/messages/${id}/reaction`, { reaction: 'heart' }),
    )
    expect(['message-not-found', 'conversation-not-found']).toContain(await codeOf(reply))
  })

  it('is refused for the contacts of the deleted seller', async () => {
    const reply = await inTheMiddleOf(test.db, person(PEOPLE.ama.id), () =>
      kofi.send('POST', `/api/sellers/${PEOPLE.ama.id}/contacts`, { kind: 'phone' }),
    )
    expect(await codeOf(reply)).toBe('seller-not-found')
  })

  const profile = () => ({
    fullName: 'Kofi Boateng',
    username: 'kofi',
    email: PEOPLE.kofi.email,
    phone: '',
    bio: '',
    location: '',
    website: '',
    emailVisibility: 'nobody',
    phoneVisibility: 'nobody',
    websiteVisibility: 'nobody',
  })

  it.each<[string, () => Promise<Response>]>([
    [
      'a draft',
      () => kofi.send('POST', '/api/selling/products', { clientKey: randomUUID(), form: listingForm() }),
    ],
    ['a favourite', () => kofi.send('PUT', `/api/favourites/${productId}`)],
    ['a review', () => kofi.send('POST', `/api/products/${productId}/reviews`, REVIEW)],
    [
      'a saved search',
      () => kofi.send('POST', '/api/saved-searches', { query: 'search=phone', alert: 'daily' }),
    ],
    ['preferences', () => kofi.send('PUT', '/api/account/preferences', PREFERENCES)],
    ['a profile', () => kofi.send('PUT', '/api/profile', profile())],
    ['an export', () => kofi.send('POST', '/api/account/export')],
    ['a code by SMS', () => kofi.send('POST', '/api/account/phone/code', { phone: '0241234567' })],
    [
      'a new address',
      () => kofi.send('POST', '/api/account/email', { email: 'new@example.com', password: PASSWORD }),
    ],
    ['a refreshed session', () => kofi.send('POST', '/api/auth/refresh', {})],
  ])('is refused for %s of the deleted person', async (_name, request) => {
    const reply = await inTheMiddleOf(test.db, person(PEOPLE.kofi.id), request)
    expect(reply.status).toBe(401)
  })

  it('is refused for a push subscription of the deleted person', async () => {
    const outcome = Promise.withResolvers<string>()
    const subscribing = async () => {
      await subscribe(kofi, service.browser()).then(
        () => outcome.resolve('done'),
        (error: unknown) => outcome.resolve(String(error)),
      )
      return new Response()
    }
    await inTheMiddleOf(test.db, person(PEOPLE.kofi.id), subscribing)
    expect(await outcome.promise).toMatch(/401|session-ended/)
  })
})

it('every foreign key to deletable rows has an error code', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
      and confrelid::regclass::text not in ('regions', 'places', 'live_processes', 'notification_types', 'guard_word_lists')`.execute(
    test.db,
  )
  expect(rows.length).toBeGreaterThan(30)
  const unknown = rows.filter(({ name }) => asMissingRow({ code: '23503', constraint: name }) === undefined)
  expect(unknown).toEqual([])
})
