import { beforeEach, expect, it } from 'vitest'
import type { Review } from '#contract/reviews.ts'
import { createMarket, PASSWORD } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { productRating, sellerRating, exchange } from '#testing/market/ratings.ts'
import { call, insertConversation } from '#testing/market/selling.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { setUp } from '#testing/set-up.ts'

const { ama: AMA, kofi: KOFI } = PEOPLE
const HOME = '198.51.100.20'
const ELSEWHERE = '198.51.100.21'

const test = setUp(createMarket)
let productId: string

beforeEach(async () => {
  await test.db.deleteFrom('access_traces').execute()
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('conversations').execute()
  await test.db.deleteFrom('products').execute()
  productId = await insertProduct(test.db)
  const people: [string, string] = [AMA.id, KOFI.id]
  await insertConversation(test.db, { productId, people, senders: exchange(KOFI.id, AMA.id) })
})

async function logIn(client: TestClient, { email }: { email: string }): Promise<TestClient> {
  const login = { email, password: PASSWORD }
  const { session } = await call<{ session: { access_token: string } }>(
    client,
    'POST',
    '/api/auth/login',
    login,
  )
  client.token = session.access_token
  return client
}

/** Kofi reviews Ama's product after a conversation with her. */
const review = (kofi: TestClient) =>
  call<Review>(kofi, 'POST', `/api/products/${productId}/reviews`, { rating: 5, title: '', comment: '' })

const ratings = async () => [
  (await productRating(test.db, productId)).count,
  (await sellerRating(test.db, AMA.id)).count,
]

it('a review counts if the reviewer’s device and address differ from the seller’s', async () => {
  await logIn(createAnonymousClient(test.app, HOME), AMA)
  expect(await review(await logIn(createAnonymousClient(test.app, ELSEWHERE), KOFI))).toMatchObject({
    standing: 'counted',
  })
  expect(await ratings()).toEqual([1, 1])
})

it('a review does not count from a browser where the seller was signed in', async () => {
  const browser = await logIn(createAnonymousClient(test.app, HOME), AMA)
  await browser.send('POST', '/api/auth/logout', { scope: 'local' })
  browser.address = ELSEWHERE
  const written = await review(await logIn(browser, KOFI))
  expect(written).toMatchObject({ standing: 'set-aside', verifiedPurchase: false })
  expect(await ratings()).toEqual([0, 0])
})

it('a review does not count from the seller’s address, also after a session moved there', async () => {
  const ama = await logIn(createAnonymousClient(test.app, ELSEWHERE), AMA)
  const kofi = await logIn(createAnonymousClient(test.app, HOME), KOFI)
  ama.address = HOME
  await call(ama, 'POST', '/api/auth/refresh', {})
  expect((await review(kofi)).standing).toBe('set-aside')
})

it('a shared address is ignored after a week or if many people use it', async () => {
  await logIn(createAnonymousClient(test.app, HOME), AMA)
  const kofi = await logIn(createAnonymousClient(test.app, HOME), KOFI)
  const week = new Date(Date.now() - 8 * 24 * 3_600_000).toISOString()
  const ofAma = test.db.updateTable('access_traces').where('account_id', '=', AMA.id)
  await ofAma.set({ seen_at: week }).execute()
  const { id, standing } = await review(kofi)
  expect(standing).toBe('counted')
  await kofi.send('DELETE', `/api/reviews/${id}`)

  await ofAma.set({ seen_at: new Date().toISOString() }).execute()
  const { hash } = await test.db
    .selectFrom('access_traces')
    .select('hash')
    .where('kind', '=', 'address')
    .where('account_id', '=', AMA.id)
    .executeTakeFirstOrThrow()
  const crowd = await test.db
    .insertInto('profiles')
    .values(Array.from({ length: 9 }, (_, index) => ({ full_name: `Neighbour ${index}` })))
    .returning('id as account_id')
    .execute()
  const traces = crowd.map((person) => ({ ...person, kind: 'address', hash }))
  await test.db.insertInto('access_traces').values(traces).execute()
  expect((await review(kofi)).standing).toBe('counted')
})

it('loopback addresses do not link people', async () => {
  for (const address of ['127.0.0.1', '::1']) {
    await logIn(createAnonymousClient(test.app, address), AMA)
    const kofi = await logIn(createAnonymousClient(test.app, address), KOFI)
    const { id, standing } = await review(kofi)
    expect(standing).toBe('counted')
    await kofi.send('DELETE', `/api/reviews/${id}`)
  }
})

it('access traces contain only hashes and are deleted with the person', async () => {
  await logIn(createAnonymousClient(test.app, HOME), KOFI)
  const rows = await test.db.selectFrom('access_traces').select(['kind', 'hash']).execute()
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['address', 'device'])
  for (const { hash } of rows) expect(hash).toHaveLength(32)
  const [leaver] = await test.db.insertInto('profiles').values({ full_name: 'Yaw' }).returning('id').execute()
  const traces = rows.map((row) => ({ ...row, account_id: leaver?.id ?? '' }))
  await test.db.insertInto('access_traces').values(traces).execute()
  await test.db
    .deleteFrom('profiles')
    .where('id', '=', leaver?.id ?? '')
    .execute()
  expect(await test.db.selectFrom('access_traces').select('kind').execute()).toHaveLength(2)
})
