import { beforeEach, describe, expect, it } from 'vitest'
import { insertAccounts, linkSecret, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { setUp } from '#testing/set-up.ts'
import { registerConfirmed } from '#testing/accounts/registration.ts'
import { codeOf } from '#testing/replies.ts'

const test = setUp(createTestApp)

beforeEach(async () => {
  await test.db.deleteFrom('profiles').execute()
  await test.db.deleteFrom('rate_limits').execute()
  await insertPeople(test.db)
  await insertAccounts(test.db)
})

const REVIEW = { rating: 5, title: 'Very good', comment: '' }

const review = (who: TestClient, productId: string) =>
  who.send('POST', `/api/products/${productId}/reviews`, REVIEW)

async function leave(client: TestClient): Promise<void> {
  await client.send('POST', '/api/account/reauthenticate', { password: PASSWORD })
  expect((await client.send('POST', '/functions/v1/delete-user-account')).status).toBe(200)
}

async function changeEmail(client: TestClient, email: string): Promise<void> {
  await client.send('POST', '/api/account/email', { email, password: PASSWORD })
  const token = await linkSecret(test, email)
  expect((await client.send('POST', '/api/auth/change-email', { token })).status).toBe(200)
}

describe('a mailbox', () => {
  it('reviews a product once, even after its account is deleted and registered again', async () => {
    const productId = await insertProduct(test.db)
    const kofi = await signIn(test, 'kofi')
    expect((await review(kofi, productId)).status).toBe(201)
    await leave(kofi)
    const again = await registerConfirmed(test, PEOPLE.kofi.email)
    const own = await again.send('GET', `/api/products/${productId}/own-review`)
    expect(await own.json()).toEqual({ review: null, bar: 'reviewed' })
    expect(await codeOf(await review(again, productId))).toBe('already-reviewed')
  })

  it('reviews a product once in any spelling of the address', async () => {
    const productId = await insertProduct(test.db)
    expect((await review(await signIn(test, 'kofi'), productId)).status).toBe(201)
    expect(await codeOf(await review(await registerConfirmed(test, 'kofi+2@example.com'), productId))).toBe(
      'already-reviewed',
    )
  })

  it('cannot review a product of its other account', async () => {
    const productId = await insertProduct(test.db)
    expect(
      await codeOf(await review(await registerConfirmed(test, 'ama+buyer@example.com'), productId)),
    ).toBe('own-product-review')
  })

  it('is remembered after an address change, with older reviews', async () => {
    const productId = await insertProduct(test.db)
    await test.db
      .insertInto('product_reviews')
      .values({ product_id: productId, reviewer_id: PEOPLE.kofi.id, rating: 5 })
      .execute()
    const kofi = await signIn(test, 'kofi')
    await changeEmail(kofi, 'kofi.next@example.com')
    await leave(kofi)
    expect(await codeOf(await review(await registerConfirmed(test, PEOPLE.kofi.email), productId))).toBe(
      'already-reviewed',
    )
  })

  it('cannot repeat a review from before hashes were stored', async () => {
    const productId = await insertProduct(test.db)
    const reviews = [PEOPLE.kofi, PEOPLE.esi].map(({ id }) => ({
      product_id: productId,
      reviewer_id: id,
      rating: 5,
    }))
    await test.db.insertInto('product_reviews').values(reviews).execute()
    await test.jobs.enqueue(test.db, { name: 'mark-reviews', options: {} }, {})
    await test.jobs.settled()
    const second = await registerConfirmed(test, 'kofi+2@example.com')
    const own = await second.send('GET', `/api/products/${productId}/own-review`)
    expect(await own.json()).toEqual({ review: null, bar: 'reviewed' })
    expect(await codeOf(await review(second, productId))).toBe('already-reviewed')
  })

  it('shares its limits among its accounts', async () => {
    const open = async (who: TestClient) =>
      who.send('POST', '/api/conversations', { productId: await insertProduct(test.db) })
    const kofi = await signIn(test, 'kofi')
    for (let count = 0; count < 10; count += 1) expect((await open(kofi)).status).toBe(200)
    expect(await codeOf(await open(kofi))).toBe('too-many-conversations')
    expect(await codeOf(await open(await registerConfirmed(test, 'kofi+2@example.com')))).toBe(
      'too-many-conversations',
    )
    await leave(kofi)
    expect(await codeOf(await open(await registerConfirmed(test, PEOPLE.kofi.email)))).toBe(
      'too-many-conversations',
    )
    expect((await open(await signIn(test, 'esi'))).status).toBe(200)
  })

  it('is the key of a person’s limits', async () => {
    const subject = async () =>
      (await test.db.selectFrom('rate_limits').select('key').execute()).map((row) => row.key)
    const esi = await signIn(test, 'esi')
    await esi.send('PUT', `/api/favourites/${await insertProduct(test.db)}`)
    const keys = await subject()
    expect(keys.some((key) => /^favourites:[\w-]{43}$/.test(key))).toBe(true)
    expect(keys.filter((key) => key.includes(PEOPLE.esi.id))).toEqual([])
  })

  it('cannot reset its registration limit by deleting the account', async () => {
    // At most this many confirmations are mailed per hour.
    for (let count = 0; count < 2; count += 1) await leave(await registerConfirmed(test, 'new@example.com'))
    const form = { name: 'Somebody Else', email: 'new@example.com', password: PASSWORD, terms: true }
    const again = () => createAnonymousClient(test.app).send('POST', '/api/auth/register', form)
    expect((await again()).status).toBe(201)
    expect(await codeOf(await again())).toBe('too-many-registrations')
  })
})
