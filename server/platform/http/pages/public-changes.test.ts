import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { LISTS_KEY } from '#server/platform/http/cdn/keys.ts'
import { openListener } from '#server/platform/db/listener.ts'
import { insertAccounts, linkSecret, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { apiPages } from '#testing/api-pages.ts'
import { createTestApp } from '#testing/app.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { createTestDatabase } from '#testing/database.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { exchange } from '#testing/market/ratings.ts'
import { insertConversation } from '#testing/market/selling.ts'
import { receivedAll } from '#testing/received-all.ts'
import { setUp } from '#testing/set-up.ts'
import { openStandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import { type PublicChange, publicChanges } from './public-changes.ts'

const database = setUp(createTestDatabase)
const test = setUp(() => createTestApp({ pages: apiPages }))
beforeAll(() => insertAccounts(test.db))

/** Another process of the same site, with the changes that it receives. */
async function openProcess({ hasOtherMachines = false } = {}) {
  const received: PublicChange[] = []
  const listener = openListener(database.url)
  const { takedowns } = openStandIns()
  const changes = publicChanges({ listener, takedowns, hasOtherMachines })
  changes.onChange((change) => received.push(change))
  await expect.poll(() => listener.isListening()).toBe(true)
  /** Keys whose pages from some seconds ago may no longer be shown. */
  const takenDown = () =>
    ['product-1', 'seller-1', LISTS_KEY, 'other'].filter((key) => takedowns.concern([key], Date.now() - 5000))
  return { received, changes, takenDown, close: () => listener.close() }
}

it('every process receives a change after its commit, and none after a rollback', async () => {
  const here = await openProcess()
  const there = await openProcess()
  // Each process starts with an empty cache.
  expect([here.received, there.received]).toEqual([['market'], ['market']])
  await database.db
    .transaction()
    .execute(async (tx) => {
      await here.changes.announce(tx, 'market')
      throw new Error('taken back')
    })
    .catch(() => undefined)
  await database.db.transaction().execute(async (tx) => {
    await here.changes.announce(tx, 'pages')
    expect(there.received).toHaveLength(1)
  })
  // The process may read its own change at once.
  expect(here.received).toEqual(['market', 'pages'])
  await expect
    .poll(() => [here.received, there.received])
    .toEqual([
      ['market', 'pages'],
      ['market', 'pages'],
    ])
  await here.close()
  await there.close()
})

it.each<[PublicChange, string[] | undefined, takenDown: string[]]>([
  ['withheld', ['product-1'], ['product-1', LISTS_KEY]],
  ['withheld', undefined, ['product-1', 'seller-1', LISTS_KEY, 'other']],
  [
    'withheld',
    Array.from({ length: 1000 }, () => 'product-1'),
    ['product-1', 'seller-1', LISTS_KEY, 'other'],
  ],
  ['pages', ['seller-1'], ['seller-1']],
  ['pages', undefined, []],
  ['market', ['product-1'], []],
])(
  'the change %s with the keys %j takes down the expected pages during an outage',
  async (change, keys, takenDown) => {
    const here = await openProcess()
    const there = await openProcess()
    await database.db.transaction().execute(async (tx) => {
      await here.changes.announce(tx, change, keys)
      // The database may die during the commit.
      expect(here.takenDown()).toEqual(
        expect.arrayContaining(keys?.filter((key) => takenDown.includes(key)) ?? []),
      )
    })
    await expect.poll(() => there.received).toEqual(['market', change])
    expect(there.takenDown()).toEqual(takenDown)
    await here.close()
    await there.close()
  },
)

it('a process among several machines uses no pages from before it listens', async () => {
  const process = await openProcess({ hasOtherMachines: true })
  expect(process.takenDown()).toContain('other')
  await process.close()
})

it('a process receives its own change even if the commit is uncertain', async () => {
  const process = await openProcess()
  await database.db
    .transaction()
    .execute(async (tx) => {
      await process.changes.announce(tx, 'pages')
      await sql`commit work`.execute(tx)
      throw new Error('the connection ended')
    })
    .catch(() => undefined)
  await expect.poll(() => process.received).toEqual(['market', 'pages'])
  await process.close()
})

it('a process that lost its connection treats everything as changed', async () => {
  const process = await openProcess()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'sankofa listener' and datname = current_database()`.execute(database.db)
  await expect.poll(() => process.received).toEqual(['market', 'market'])
  await process.close()
})

it('a public page shows a changed profile', async () => {
  const ama = await signIn(test, 'ama')
  const path = `/sellers/${PEOPLE.ama.id}`
  const page = async () => (await test.app.request(path)).text()
  expect(await page()).toContain('Ama Mensah')
  const form = {
    fullName: 'Ama Darko',
    username: 'ama',
    email: PEOPLE.ama.email,
    phone: '',
    bio: '',
    location: '',
    website: '',
    emailVisibility: 'nobody',
    phoneVisibility: 'nobody',
    websiteVisibility: 'nobody',
  }
  expect((await ama.send('PUT', '/api/profile', form)).status).toBe(200)
  expect(await page()).toContain('Ama Darko')
  expect(await page()).not.toContain('ama.example.com')
})

it('a public page shows a changed e-mail address, a verified number and a removed picture', async () => {
  await insertProduct(test.db)
  await test.db
    .updateTable('profiles')
    .set({ email_visibility: 'everyone', avatar_url: '/photos/avatars/former' })
    .where('id', '=', PEOPLE.ama.id)
    .execute()
  const ama = await signIn(test, 'ama')
  await test.db
    .transaction()
    .execute((tx) => sql`select pg_notify('public_changed', 'market test')`.execute(tx))
  await receivedAll(test)
  const page = async () => (await test.app.request(`/sellers/${PEOPLE.ama.id}`)).text()
  expect(await page()).toContain(PEOPLE.ama.email)
  expect(await page()).toContain('"phoneVerified":false')
  expect(await page()).toContain('/photos/avatars/former')
  const email = 'ama.new@example.com'
  await ama.send('POST', '/api/account/email', { email })
  const token = await linkSecret(test, email)
  await createAnonymousClient(test.app).send('POST', '/api/auth/change-email', { token, confirmed: true })
  expect(await page()).toContain(email)
  const phone = '+233241234567'
  await ama.send('POST', '/api/account/phone/code', { phone })
  await test.jobs.settled()
  const [code] = /\b\d{4}\b/.exec((await readDevMailbox(test.db, phone))[0]?.text ?? '') ?? []
  await ama.send('POST', '/api/account/phone/verify', { phone, code })
  expect(await page()).toContain('"phoneVerified":true')
  await ama.send('DELETE', '/api/profile/avatar')
  expect(await page()).not.toContain('/photos/avatars/former')
})

it('a product page shows the average after an answer in a conversation changes it', async () => {
  const productId = await insertProduct(test.db)
  const others = await test.db
    .insertInto('profiles')
    .values(['Yaa', 'Yaw', 'Efua', 'Kwesi'].map((full_name) => ({ full_name })))
    .returning('id')
    .execute()
  const wrote = (reviewer_id: string, senders: string[]) =>
    insertConversation(test.db, { productId, people: [PEOPLE.ama.id, reviewer_id], senders })
  for (const { id } of others) await wrote(id, exchange(id, PEOPLE.ama.id))
  const conversation_id = await wrote(PEOPLE.kofi.id, exchange(PEOPLE.kofi.id, PEOPLE.ama.id).slice(0, 3))
  await test.db
    .insertInto('product_reviews')
    .values([PEOPLE.kofi, ...others].map(({ id }) => ({ product_id: productId, reviewer_id: id, rating: 4 })))
    .execute()
  const page = async () => (await test.app.request(`/products/${productId}`)).text()
  expect(await page()).toContain('"rating":{"average":null,"count":0}')
  await test.db
    .insertInto('messages')
    .values({ conversation_id, seq: 4, sender_id: PEOPLE.ama.id, client_key: productId, content: 'It is.' })
    .execute()
  await receivedAll(test)
  expect(await page()).toContain('"rating":{"average":4,"count":5}')
})
