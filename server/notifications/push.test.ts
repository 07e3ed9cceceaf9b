import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/process/log.ts'
import { secretsFrom } from '#server/platform/process/secrets.ts'
import { insertAccounts, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import {
  openConversation,
  passMinutes,
  readConversation,
  say,
  sellSomething,
  sendDueNotifications,
  subscribe,
} from '#testing/live/notifications.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { PREFERENCES } from '#testing/accounts/preferences.ts'
import { type PushBrowser, type PushService, startPushService } from '#testing/services/push-service.ts'
import { codeOf } from '#testing/replies.ts'
import { createPushKeys } from './push-keys.ts'
import { releaseDuePushes } from './push-release.ts'

let service: PushService
let test: TestApp
let ama: TestClient
let kofi: TestClient
let phone: PushBrowser

beforeAll(async () => {
  service = await startPushService()
  test = await createTestApp({ push: service.sender })
  await insertAccounts(test.db)
  ama = await signIn(test, 'ama')
  kofi = await signIn(test, 'kofi')
})
afterAll(async () => {
  await test.close()
  await service.close()
})
beforeEach(async () => {
  await test.jobs.settled()
  for (const table of [
    'rate_limits',
    'notifications',
    'push_subscriptions',
    'notification_preferences',
  ] as const)
    await test.db.deleteFrom(table).execute()
  service.answers = []
  service.requests = 0
  phone = service.browser()
  await subscribe(ama, phone)
})

const name = (full_name: string) =>
  test.db.updateTable('profiles').set({ full_name }).where('id', '=', PEOPLE.kofi.id).execute()
const contents = ({ pushed }: PushBrowser) => pushed.map(({ notification }) => notification.content)
const subscriptions = async () =>
  (await test.db.selectFrom('push_subscriptions').select('endpoint').orderBy('created_at').execute()).map(
    ({ endpoint }) => endpoint,
  )
async function save(client: TestClient, change: object) {
  const saved = await client.send('PUT', '/api/account/preferences', { ...PREFERENCES, ...change })
  expect(saved.status).toBe(200)
}

describe('pushed notifications', () => {
  it('share a queue only with those for the same push service', async () => {
    await sellSomething(test, ama)
    await sendDueNotifications(test)
    const { rows } = await sql`select distinct group_id from pgboss.job where name = 'send-push'`.execute(
      test.db,
    )
    expect(rows).toEqual([{ group_id: service.host }])
  })

  it('reach every browser of their person once, encrypted and signed', async () => {
    const laptop = service.browser()
    await subscribe(ama, laptop)
    const ofKofi = service.browser()
    await subscribe(kofi, ofKofi)
    const path = await sellSomething(test, ama)
    await sendDueNotifications(test)
    await sendDueNotifications(test)
    const { id } = await test.db.selectFrom('notifications').select('id').executeTakeFirstOrThrow()
    const notification = { type: 'sale', content: '"Desk lamp" is marked as sold', path, id }
    for (const browser of [phone, laptop])
      expect(browser.pushed.map((each) => each.notification)).toMatchObject([notification])
    expect(phone.pushed[0]?.subject).toBe('mailto:support@example.com')
    expect(phone.pushed[0]?.headers).toMatchObject({ ttl: '259200', urgency: 'normal' })
    expect(ofKofi.pushed).toEqual([])
    expect(service.problems).toEqual([])
    expect(service.requests).toBe(2)
  })

  it('are shortened to fit in any script', async () => {
    await name('💚'.repeat(25))
    const path = await openConversation(test, kofi)
    await say(kofi, path, `${'📱'.repeat(400)} "\\`)
    await passMinutes(test, 1)
    await sendDueNotifications(test)
    await name(PEOPLE.kofi.full_name)
    expect(contents(phone)[0]).toMatch(/^💚+: 📱+/u)
    expect(service.problems).toEqual([])
  })

  it('stay due if the process dies before it has added their jobs', async () => {
    const path = await openConversation(test, kofi)
    await say(kofi, path, 'Is it still there?')
    await passMinutes(test, 1)
    const jobs = { ...test.jobs, enqueueAll: () => Promise.reject(new Error('The process died')) }
    await expect(releaseDuePushes({ db: test.db, jobs })).rejects.toThrow('The process died')
    expect(contents(phone)).toEqual([])
    await sendDueNotifications(test)
    expect(contents(phone)).toEqual(['Kofi Boateng: Is it still there?'])
  })

  it('are not sent after they are read or deleted', async () => {
    service.answers = [{ status: 503 }, { status: 503 }]
    await sellSomething(test, ama, 'Read meanwhile')
    await sellSomething(test, ama, 'Deleted meanwhile')
    await test.jobs.settled()
    expect(service.requests).toBe(2)
    await test.db
      .updateTable('notifications')
      .set({ read: true })
      .where('content', 'like', '%Read%')
      .execute()
    await test.db.deleteFrom('notifications').where('content', 'like', '%Deleted%').execute()
    await tryAgain()
    expect(phone.pushed).toEqual([])
    expect(service.requests).toBe(2)
  })
})

/** Ends the pauses between attempts. */
async function tryAgain() {
  await sql`
    update pgboss.job set start_after = now() where name = 'send-push' and state in ('created', 'retry')`.execute(
    test.db,
  )
  await test.jobs.settled()
}

describe('pushed messages', () => {
  it('are sent after some unread seconds and replace each other', async () => {
    const path = await openConversation(test, kofi)
    await say(kofi, path, 'Is it still there?')
    await say(kofi, path, 'I could come today.')
    await sendDueNotifications(test)
    expect(phone.pushed).toEqual([])
    await passMinutes(test, 1)
    await sendDueNotifications(test)
    await say(kofi, path, 'Or tomorrow.')
    await passMinutes(test, 1)
    await sendDueNotifications(test)
    expect(contents(phone)).toEqual(['Kofi Boateng: I could come today.', 'Kofi Boateng: Or tomorrow.'])
    expect(new Set(phone.pushed.map(({ notification }) => notification.tag))).toEqual(new Set([path]))
    const topics = phone.pushed.map(({ headers }) => headers.topic)
    expect(topics[0]).toMatch(/^[\w-]{32}$/)
    expect(topics[1]).toBe(topics[0])
    expect(phone.pushed[0]?.headers.urgency).toBe('high')
  })

  it('are not sent if they are read at once', async () => {
    const path = await openConversation(test, kofi)
    await say(kofi, path, 'Is it still there?')
    await readConversation(ama, path, 1)
    await passMinutes(test, 1)
    await sendDueNotifications(test)
    expect(phone.pushed).toEqual([])
    await say(kofi, path, 'Hello?')
    await passMinutes(test, 1)
    await sendDueNotifications(test)
    expect(contents(phone)).toEqual(['Kofi Boateng: Hello?'])
  })
})

describe('preferences', () => {
  it('turn push off completely or per type, even for queued pushes', async () => {
    await save(ama, { push: false })
    await sellSomething(test, ama)
    await save(ama, { news: { ...PREFERENCES.news, sale: { inApp: true, push: false, email: true } } })
    await sellSomething(test, ama)
    await sendDueNotifications(test)
    expect(service.requests).toBe(0)
    await save(ama, {})
    service.answers = [{ status: 503 }]
    await sellSomething(test, ama)
    await test.jobs.settled()
    await save(ama, { push: false })
    await tryAgain()
    expect(phone.pushed).toEqual([])
  })

  it('can hide a type in the app and still push it', async () => {
    await save(ama, { news: { ...PREFERENCES.news, sale: { inApp: false, push: true, email: false } } })
    await sellSomething(test, ama)
    await test.jobs.settled()
    expect(phone.pushed).toHaveLength(1)
    expect(await (await ama.send('GET', '/api/notifications')).json()).toMatchObject({ items: [] })
    expect(await (await ama.send('GET', '/api/notifications/unread')).json()).toEqual({ count: 0 })
    await save(ama, { news: { ...PREFERENCES.news, sale: { inApp: false, push: false, email: false } } })
    await sellSomething(test, ama)
    expect(await test.db.selectFrom('notifications').select('id').execute()).toHaveLength(1)
  })

  it('apply to messages as well', async () => {
    await save(ama, { news: { ...PREFERENCES.news, message: { inApp: false, push: false, email: false } } })
    const path = await openConversation(test, kofi)
    await say(kofi, path, 'Is it still there?')
    expect(await test.db.selectFrom('notifications').select('id').execute()).toEqual([])
    await save(ama, { news: { ...PREFERENCES.news, message: { inApp: false, push: true, email: false } } })
    await say(kofi, path, 'Hello?')
    await passMinutes(test, 1)
    await sendDueNotifications(test)
    expect(contents(phone)).toEqual(['Kofi Boateng: Hello?'])
    expect(await (await ama.send('GET', '/api/notifications/unread')).json()).toEqual({ count: 0 })
  })
})

describe('a push service', () => {
  it.each([404, 410])('ends the subscription of a deleted browser with %i', async (status) => {
    service.answers = [{ status }]
    await sellSomething(test, ama)
    await test.jobs.settled()
    expect(await subscriptions()).toEqual([])
    await sellSomething(test, ama)
    await test.jobs.settled()
    expect(service.requests).toBe(1)
  })

  it('causes delays but no losses while it is down', async () => {
    service.answers = Array.from({ length: 4 }, () => ({ status: 502 }))
    for (const title of ['One', 'Two']) await sellSomething(test, ama, title)
    await test.jobs.settled()
    await tryAgain()
    expect(phone.pushed).toEqual([])
    await tryAgain()
    expect(contents(phone).toSorted()).toEqual(['"One" is marked as sold', '"Two" is marked as sold'])
    await tryAgain()
    expect(service.requests).toBe(6)
  })

  it.each([400, 401, 403])('gets no more requests after three answers with %i', async (status) => {
    service.answers = [{ status }, { status }, { status }]
    await sellSomething(test, ama)
    for (let attempts = 1; attempts < 3; attempts++) {
      await test.jobs.settled()
      expect(service.requests).toBe(attempts)
      expect(await subscriptions()).toHaveLength(1)
      await tryAgain()
    }
    expect(await subscriptions()).toEqual([])
    expect(service.requests).toBe(3)
  })

  it('gets the next message after it refuses one', async () => {
    service.answers = [{ status: 413 }, { status: 403 }]
    await sellSomething(test, ama, 'One')
    await test.jobs.settled()
    await sellSomething(test, ama, 'Two')
    await test.jobs.settled()
    await tryAgain()
    expect(contents(phone)).toEqual(['"Two" is marked as sold'])
  })

  it.each(['0', '1', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'is not called again at once after Retry-After %s',
    async (wait) => {
      service.answers = [{ status: 429, headers: { 'Retry-After': wait } }]
      await sellSomething(test, ama)
      await test.jobs.settled()
      const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
      where name = 'send-push' and state = 'created'`.execute(test.db)
      expect(rows).toEqual([{ seconds: 5 }])
      await tryAgain()
    },
  )

  it('sets the pause by Retry-After', async () => {
    service.answers = [{ status: 429, headers: { 'Retry-After': '90' } }]
    await sellSomething(test, ama)
    await test.jobs.settled()
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
      where name = 'send-push' and state = 'created'`.execute(test.db)
    expect(rows).toEqual([{ seconds: 90 }])
    expect(phone.pushed).toEqual([])
    await tryAgain()
    expect(contents(phone)).toEqual(['"Desk lamp" is marked as sold'])
  })
})

const expireAma = (moment: string) =>
  sql`update sessions set expires_at = ${sql.raw(moment)} where account_id = ${PEOPLE.ama.id}`.execute(
    test.db,
  )

describe('a push subscription', () => {
  it.each([
    'http://localhost/x',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com@evil.example/x',
  ])('is refused at %s', async (endpoint) => {
    const { keys } = service.browser().subscription
    const response = await ama.send('PUT', '/api/push/subscription', { endpoint, keys })
    expect(await codeOf(response)).toBe('push-not-accepted')
    expect(await subscriptions()).toEqual([phone.subscription.endpoint])
  })

  it('is stored for a person’s ten newest browsers', async () => {
    const browsers = Array.from({ length: 12 }, () => service.browser())
    await Promise.all(browsers.slice(0, 6).map((browser) => subscribe(ama, browser)))
    for (const browser of browsers.slice(6)) await subscribe(ama, browser)
    const remaining = await subscriptions()
    expect(remaining).toHaveLength(10)
    expect(remaining).not.toContain(phone.subscription.endpoint)
    for (const { subscription } of browsers.slice(6)) expect(remaining).toContain(subscription.endpoint)
  })

  it('passes to the next person who uses the browser', async () => {
    await subscribe(kofi, phone)
    await sellSomething(test, ama)
    await test.jobs.settled()
    expect(phone.pushed).toEqual([])
    expect(await subscriptions()).toHaveLength(1)
  })

  it('ends with its session', async () => {
    const second = await signIn(test, 'ama')
    const secondBrowser = service.browser()
    await subscribe(second, secondBrowser)
    expect(await subscriptions()).toHaveLength(2)
    await second.send('POST', '/api/auth/logout', { scope: 'local' })
    expect(await subscriptions()).toEqual([phone.subscription.endpoint])

    const third = await signIn(test, 'ama')
    await subscribe(third, service.browser())
    await ama.send('DELETE', '/api/account/sessions')
    expect(await subscriptions()).toEqual([phone.subscription.endpoint])

    const path = await openConversation(test, kofi)
    await test.jobs.settled()
    service.requests = 0
    await expireAma('now()')
    await say(kofi, path, 'Is it still there?')
    await passMinutes(test, 1)
    await sendDueNotifications(test)
    expect(service.requests).toBe(0)
    await expireAma("now() + interval '1 day'")
  })

  it('can be removed by its own person only', async () => {
    const { endpoint } = phone.subscription
    await kofi.send('POST', '/api/push/unsubscribe', { endpoint })
    expect(await subscriptions()).toEqual([endpoint])
    await ama.send('POST', '/api/push/unsubscribe', { endpoint })
    expect(await subscriptions()).toEqual([])
  })

  it('is replaced by the browser with a request that has its secret', async () => {
    const next = service.browser()
    const { endpoint, keys } = phone.subscription
    const renew = (auth: string, subscription: object = next.subscription) =>
      createAnonymousClient(test.app).send('POST', '/api/push/renew', {
        old: { endpoint, auth },
        subscription,
      })
    expect(await codeOf(await renew('A'.repeat(22)))).toBe('push-not-found')
    expect(
      await codeOf(await renew(keys.auth, { ...next.subscription, endpoint: 'https://evil.example/x' })),
    ).toBe('push-not-accepted')
    expect((await renew(keys.auth)).status).toBe(200)
    expect(await subscriptions()).toEqual([next.subscription.endpoint])
    await sellSomething(test, ama)
    await test.jobs.settled()
    expect(next.pushed).toHaveLength(1)
  })

  it('can be tested on one browser, regardless of preferences', async () => {
    await subscribe(ama, service.browser())
    await save(ama, { push: false })
    const { endpoint } = phone.subscription
    expect((await ama.send('POST', '/api/push/test', { endpoint })).status).toBe(202)
    await test.jobs.settled()
    expect(phone.pushed.map(({ notification }) => notification.type)).toEqual(['test'])
    expect(service.requests).toBe(1)
    expect(await codeOf(await kofi.send('POST', '/api/push/test', { endpoint }))).toBe('push-not-found')
    const attempts = await Promise.all(
      Array.from({ length: 5 }, async () => (await ama.send('POST', '/api/push/test', { endpoint })).status),
    )
    expect(attempts).toContain(429)
  })
})

describe('VAPID keys', () => {
  const deps = (secrets = test.secrets) => ({ db: test.db, secrets, log: createLog('silent') })

  it('are one pair for all processes, sealed in the database', async () => {
    await test.db.deleteFrom('push_keys').execute()
    const all = await Promise.all(Array.from({ length: 4 }, () => createPushKeys(deps())()))
    expect(new Set(all.map(({ publicKey }) => publicKey)).size).toBe(1)
    const [keys] = all
    const row = await test.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
    expect(row.public_key).toBe(keys?.publicKey)
    expect(row.private_key.toString('latin1')).not.toContain(keys?.privateKey)
    expect(await createPushKeys(deps())()).toEqual(keys)
  })

  it('are replaced under another deployment key, which ends old subscriptions', async () => {
    const before = await createPushKeys(deps())()
    const other = deps(secretsFrom(randomBytes(32)))
    const after = await Promise.all([createPushKeys(other)(), createPushKeys(other)()])
    expect(after[0]).toEqual(after[1])
    expect(after[0].publicKey).not.toBe(before.publicKey)
    expect(await subscriptions()).toEqual([])
    await test.db.deleteFrom('push_keys').execute()
  })
})

it('a password sign-in notifies the account’s known devices', async () => {
  await createAnonymousClient(test.app).send('POST', '/api/auth/login', {
    email: PEOPLE.ama.email,
    password: PASSWORD,
  })
  await test.jobs.settled()
  expect(phone.pushed.map(({ notification }) => notification)).toMatchObject([
    { type: 'system', path: '/settings-page' },
  ])
})
