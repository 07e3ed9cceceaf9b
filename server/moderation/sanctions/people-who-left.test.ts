import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Case, CaseCard, Subject } from '#contract/moderation/cases/cases.ts'
import type { OwnDecision } from '#contract/moderation/appeals/appeals.ts'
import type { Report, Target } from '#contract/moderation/reports/reports.ts'
import { forgetPeople } from './identity-queries.ts'
import { insertAccounts, linkSecret, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { beginWithPhone, requestPhoneCode, sendPhoneCodeBack, smsCode } from '#testing/accounts/phone.ts'
import { openPhotoFolder } from '#testing/pictures/photos.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { register, registerConfirmed } from '#testing/accounts/registration.ts'
import { codeOf, problemOf } from '#testing/replies.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import { setUp } from '#testing/set-up.ts'

const NUMBER = '+233241234567'
const DAY = 86_400_000
const SOME_TIME: unknown = expect.any(String)

let yaw: TestClient
let abena: TestClient

const folder = setUp(openPhotoFolder)
const test = setUp(() => createTestApp({ storage: folder.storage }))
beforeEach(async () => {
  await test.jobs.settled()
  for (const table of ['people', 'rate_limits', 'outbox_messages', 'stolen_phones'] as const)
    await test.db.deleteFrom(table).execute()
  await insertPeople(test.db)
  await insertAccounts(test.db)
  yaw = await signInStaff(test, 'moderator')
  abena = await signInStaff(test, 'administrator', 'abena')
})

const body = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as T
const person = (id: string): Target => ({ kind: 'person', id })
const decide = async (target: Target, action: string, days: number | null = null, by = yaw) => {
  const isGrave = !['approve', 'restore'].includes(action)
  const sent = await by.send('POST', '/api/moderation/decisions', {
    target,
    action,
    rule: isGrave ? 'no-money-first' : null,
    words: isGrave ? 'You asked for money first.' : '',
    days,
  })
  expect(sent.status).toBe(201)
}
async function report(by: TestClient, target: Target) {
  const form = {
    target,
    reason: target.kind === 'review' ? 'false-review' : 'prepayment',
    words: 'Wanted 200 first',
  }
  expect((await by.send('POST', '/api/reports', form)).status).toBe(201)
}
const leave = async (client: TestClient) =>
  expect((await client.send('POST', '/functions/v1/delete-user-account')).status).toBe(200)
const remove = async (id: string) =>
  expect((await abena.send('DELETE', `/api/moderation/people/${id}`)).status).toBe(200)
const converse = (client: TestClient, productId: string) =>
  client.send('POST', '/api/conversations', { productId })
/** The error code for a new conversation, or null if it is allowed. */
async function conversationRefusal(client: TestClient) {
  const reply = await converse(client, await insertProduct(test.db, { seller_id: PEOPLE.esi.id }))
  return reply.ok ? null : codeOf(reply)
}
const sanctions = () =>
  test.db.selectFrom('sanctions').select(['person_id', 'kind', 'until']).orderBy('created_at').execute()
const openCases = () =>
  body<{ items: CaseCard[] }>(yaw.send('GET', '/api/moderation/cases')).then(({ items }) => items)
const readCase = (id: string | undefined) => body<Case>(yaw.send('GET', `/api/moderation/cases/${id}`))
const viewOf = (id: string) => body<Subject>(yaw.send('GET', `/api/moderation/people/${id}`))
const reportsOf = (client: TestClient) =>
  body<{ items: Report[] }>(client.send('GET', '/api/reports')).then(({ items }) => items)
const left = async () =>
  (await test.db.selectFrom('people').select('id').where('left_at', 'is not', null).execute()).map(
    ({ id }) => id,
  )
const hashes = () =>
  test.db.selectFrom('identity_hashes').select('person_id').where('person_id', '=', PEOPLE.ama.id).execute()
const pass = (days: number) =>
  sql`
  with gone as (update people set left_at = left_at - make_interval(days => ${days})),
    ended as (update sanctions set until = until - make_interval(days => ${days}), created_at = created_at - make_interval(days => ${days}))
  update cases set decided_at = decided_at - make_interval(days => ${days}) where decided_at is not null`.execute(
    test.db,
  )

async function confirm(email: string) {
  const client = createAnonymousClient(test.app)
  expect((await register(client, email)).status).toBe(201)
  const token = await linkSecret(test, email.toLowerCase())
  return client.send('POST', '/api/auth/verify-email', { token })
}
async function verifyPhone(client: TestClient, phone: string) {
  await client.send('POST', '/api/account/phone/code', { phone })
  return client.send('POST', '/api/account/phone/verify', { phone, code: await smsCode(test, phone) })
}
async function changeEmail(client: TestClient, email: string) {
  expect((await client.send('POST', '/api/account/email', { email })).status).toBe(202)
  return client.send('POST', '/api/auth/change-email', { token: await linkSecret(test, email) })
}

describe('a limit after an account is deleted', () => {
  it('applies for its remaining time to a new account with the same mailbox', async () => {
    const ama = await signIn(test, 'ama')
    await decide(person(PEOPLE.ama.id), 'limit', 90)
    const [before] = await sanctions()
    await leave(ama)
    const again = await registerConfirmed(test, 'AMA+new@example.com')
    expect(await conversationRefusal(again)).toBe('account-limited')
    expect(await sanctions()).toEqual(
      [PEOPLE.ama.id, again.id].map((person_id) => ({ ...before, person_id })),
    )
    const { items } = await body<{ items: OwnDecision[] }>(again.send('GET', '/api/decisions'))
    expect(items).toMatchObject([{ action: 'limit', words: 'You asked for money first.', mayAppeal: true }])
    expect(
      (await again.send('POST', `/api/decisions/${items[0]?.id}/appeal`, { words: 'Why?' })).status,
    ).toBe(201)
    const view = await viewOf(again.id)
    expect(view.decisions[0]).toMatchObject({ action: 'limit', target: person(PEOPLE.ama.id) })
    expect(view).toMatchObject({
      sanction: { kind: 'limited' },
      sameAs: [{ id: PEOPLE.ama.id, leftAt: SOME_TIME }],
    })
    expect((await openCases()).map(({ target }) => target.id)).toEqual([again.id])
  })

  it('is lifted for all the person’s accounts at once and permanently', async () => {
    const ama = await signIn(test, 'ama')
    await decide(person(PEOPLE.ama.id), 'limit', 90)
    await leave(ama)
    const again = await registerConfirmed(test, PEOPLE.ama.email)
    await decide(person(again.id), 'restore')
    expect(await sanctions()).toEqual([])
    expect(await conversationRefusal(await loggedIn(PEOPLE.ama.email))).toBeNull()
  })

  it('ends for all accounts at the same time, and then all traces are deleted', async () => {
    const ama = await signIn(test, 'ama')
    await decide(person(PEOPLE.ama.id), 'limit', 90)
    await leave(ama)
    expect(await left()).toEqual([PEOPLE.ama.id])
    await pass(89)
    await forgetPeople(test.db)
    expect(await left()).toEqual([PEOPLE.ama.id])
    await pass(1)
    await forgetPeople(test.db)
    expect(await left()).toEqual([])
    expect(await hashes()).toEqual([])
    expect(await conversationRefusal(await registerConfirmed(test, PEOPLE.ama.email))).toBeNull()
  })

  it('is recognized by every mailbox and number that the account had', async () => {
    const ama = await signIn(test, 'ama')
    expect((await verifyPhone(ama, NUMBER)).status).toBe(200)
    await decide(person(PEOPLE.ama.id), 'limit', 90)
    for (const email of ['ama.next@example.com', 'ama.third@example.com'])
      expect((await changeEmail(ama, email)).status).toBe(200)
    expect((await verifyPhone(ama, '+233201234567')).status).toBe(200)
    await leave(ama)
    for (const email of [PEOPLE.ama.email, 'ama.next@example.com', 'ama.third@example.com'])
      expect(await conversationRefusal(await registerConfirmed(test, email)), email).toBe('account-limited')
    for (const phone of [NUMBER, '+233201234567'])
      expect(await conversationRefusal(await beginWithPhone(test, phone)), phone).toBe('account-limited')
    expect(await conversationRefusal(await registerConfirmed(test, 'somebody@example.com'))).toBeNull()
  })

  it('applies to an account that takes over the number or mailbox later', async () => {
    const ama = await signIn(test, 'ama')
    await verifyPhone(ama, NUMBER)
    await decide(person(PEOPLE.ama.id), 'limit', 90)
    await leave(ama)
    const byPhone = await registerConfirmed(test, 'one@example.com')
    expect(await conversationRefusal(byPhone)).toBeNull()
    expect((await verifyPhone(byPhone, NUMBER)).status).toBe(200)
    expect(await conversationRefusal(byPhone)).toBe('account-limited')
    const byMail = await registerConfirmed(test, 'two@example.com')
    expect((await changeEmail(byMail, PEOPLE.ama.email)).status).toBe(200)
    expect(await conversationRefusal(byMail)).toBe('account-limited')
  })

  it('passes from account to account by number or mailbox', async () => {
    const first = await beginWithPhone(test, NUMBER)
    const [{ id } = { id: '' }] = await test.db
      .selectFrom('accounts')
      .select('id')
      .where('phone', '=', NUMBER)
      .execute()
    await decide(person(id), 'limit', 90)
    await leave(first)
    const second = await beginWithPhone(test, NUMBER)
    expect(await conversationRefusal(second)).toBe('account-limited')
    expect((await changeEmail(second, 'second@example.com')).status).toBe(200)
    await leave(second)
    expect(await conversationRefusal(await registerConfirmed(test, 'second@example.com'))).toBe(
      'account-limited',
    )
  })
})

async function loggedIn(email: string): Promise<TestClient> {
  const client = createAnonymousClient(test.app)
  const { session } = await body<{ session: { access_token: string } }>(
    client.send('POST', '/api/auth/login', { email, password: PASSWORD }),
  )
  client.token = session.access_token
  return client
}

describe('a ban after an account is deleted', () => {
  it('refuses a new account with the same mailbox, which may appeal', async () => {
    await decide(person(PEOPLE.ama.id), 'ban')
    await remove(PEOPLE.ama.id)
    const refused = await problemOf(await confirm(PEOPLE.ama.email))
    expect(refused.code).toBe('account-banned')
    const token = refused.appealToken
    expect(
      await body(createAnonymousClient(test.app).send('POST', '/api/appeals/decision', { token })),
    ).toMatchObject({
      action: 'ban',
      words: 'You asked for money first.',
      mayAppeal: true,
    })
    const stranger = createAnonymousClient(test.app)
    expect((await stranger.send('POST', '/api/appeals', { token, words: 'It was not me' })).status).toBe(201)
    const { appeals } = await body<{ appeals: { id: string }[] }>(
      abena.send('GET', '/api/moderation/appeals'),
    )
    const answer = { outcome: 'upheld', words: 'We were wrong.' }
    expect((await abena.send('POST', `/api/moderation/appeals/${appeals[0]?.id}`, answer)).status).toBe(200)
    expect((await confirm(PEOPLE.ama.email)).status).toBe(200)
  })

  it('reveals no details to somebody who only typed the address', async () => {
    await decide(person(PEOPLE.ama.id), 'ban')
    await remove(PEOPLE.ama.id)
    const open = await createTestApp({
      settings: { EMAIL_VERIFICATION: 'off' },
      database: test.database,
      secrets: test.secrets,
    })
    onTestFinished(() => open.close())
    const refused = await problemOf(await register(createAnonymousClient(open.app), PEOPLE.ama.email))
    expect([refused.code, refused.appealToken]).toEqual(['account-banned', undefined])
  })

  it('closes an account that verifies the number or mailbox later', async () => {
    const ama = await signIn(test, 'ama')
    await verifyPhone(ama, NUMBER)
    await decide(person(PEOPLE.ama.id), 'ban')
    await remove(PEOPLE.ama.id)
    const byPhone = await registerConfirmed(test, 'one@example.com')
    const productId = await insertProduct(test.db, { seller_id: byPhone.id })
    const refused = await problemOf(await verifyPhone(byPhone, NUMBER))
    expect([refused.code, typeof refused.appealToken]).toEqual(['account-banned', 'string'])
    await expect.poll(async () => (await byPhone.send('GET', '/api/account')).status).toBe(401)
    expect((await createAnonymousClient(test.app).send('GET', `/api/products/${productId}`)).status).toBe(404)
    const byMail = await registerConfirmed(test, 'two@example.com')
    expect((await problemOf(await changeEmail(byMail, PEOPLE.ama.email))).code).toBe('account-banned')
    const login = { email: PEOPLE.ama.email, password: PASSWORD }
    const client = createAnonymousClient(test.app)
    expect((await problemOf(await client.send('POST', '/api/auth/login', login))).code).toBe('account-banned')
  })

  it('applies to the same number for two years', async () => {
    await beginWithPhone(test, NUMBER)
    const [{ id } = { id: '' }] = await test.db
      .selectFrom('accounts')
      .select('id')
      .where('phone', '=', NUMBER)
      .execute()
    await decide(person(id), 'ban')
    await remove(id)
    const client = createAnonymousClient(test.app)
    await requestPhoneCode(client, NUMBER)
    const newcomer = { name: 'Adwoa', terms: true }
    const reply = await sendPhoneCodeBack(client, NUMBER, await smsCode(test, NUMBER), { newcomer })
    expect((await problemOf(reply)).code).toBe('account-banned')
    await pass(731)
    await forgetPeople(test.db)
    expect(await left()).toEqual([])
    expect((await beginWithPhone(test, NUMBER)).token).toBeDefined()
  })
})

describe('an open case after an account or thing is deleted', () => {
  it('keeps a listing’s evidence until the decision, and then notifies the reporters', async () => {
    const ama = await signIn(test, 'ama')
    const [kofi, esi] = [await signIn(test, 'kofi'), await signIn(test, 'esi')]
    const id = await insertProduct(test.db, { title: 'Cheap generator' })
    await insertPhoto(test.db, id)
    const { image_url } = await test.db
      .selectFrom('product_images')
      .select('image_url')
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow()
    const file = `${image_url.slice('/photos/'.length)}-320.jpg`
    await folder.storage.put(file, Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'image/jpeg')
    for (const by of [kofi, esi]) await report(by, { kind: 'product', id })
    await leave(ama)
    await test.jobs.settled()
    expect(
      await test.db.selectFrom('profiles').select('id').where('id', '=', PEOPLE.ama.id).execute(),
    ).toEqual([])
    const [card] = await openCases()
    expect(card).toMatchObject({ title: 'Cheap generator', reports: 2, subject: { name: 'Deleted account' } })
    const found = await readCase(card?.id)
    expect(found).toMatchObject({
      isDeleted: true,
      link: null,
      person: { name: 'Deleted account', memberSince: null, leftAt: SOME_TIME, reports: 2 },
    })
    expect(found.text).toContain('charger')
    expect((await test.app.request(`${found.photos[0]?.src}-320.jpg`)).status).toBe(200)
    expect((await test.app.request(`/photos/${file}`)).status).toBe(404)
    await decide({ kind: 'product', id }, 'limit', 30)
    await test.jobs.settled()
    for (const by of [kofi, esi]) expect(await reportsOf(by)).toMatchObject([{ outcome: 'upheld' }])
    const notified = await test.db
      .selectFrom('notifications')
      .select('content')
      .where('content', 'like', '%Cheap generator%')
      .execute()
    expect(notified).toHaveLength(2)
    expect(await folder.files()).not.toContain(file)
    expect(await test.db.selectFrom('cases').select(['state', 'evidence']).execute()).toEqual([
      { state: 'decided', evidence: null },
    ])
    expect(await conversationRefusal(await registerConfirmed(test, PEOPLE.ama.email))).toBe('account-limited')
  })

  it('can be decided after the listing or review was deleted', async () => {
    const [ama, kofi] = [await signIn(test, 'ama'), await signIn(test, 'kofi')]
    const productId = await insertProduct(test.db)
    await report(kofi, { kind: 'product', id: productId })
    await test.db.deleteFrom('products').where('id', '=', productId).execute()
    expect((await readCase((await openCases())[0]?.id)).title).toBe('Samsung Galaxy A54')
    await decide({ kind: 'product', id: productId }, 'warn')
    const other = await insertProduct(test.db, { seller_id: PEOPLE.kofi.id })
    const review = await body<{ id: string }>(
      ama.send('POST', `/api/products/${other}/reviews`, { rating: 1, title: '', comment: 'Rude words' }),
    )
    await report(kofi, { kind: 'review', id: review.id })
    await ama.send('DELETE', `/api/reviews/${review.id}`)
    expect((await readCase((await openCases())[0]?.id)).text).toBe('Rude words')
    await decide({ kind: 'review', id: review.id }, 'warn')
    expect(await reportsOf(kofi)).toMatchObject([{ outcome: 'upheld' }, { outcome: 'upheld' }])
  })

  it('can be decided after the author of the message or review left', async () => {
    const [ama, kofi] = [await signIn(test, 'ama'), await signIn(test, 'kofi')]
    const productId = await insertProduct(test.db, { seller_id: PEOPLE.kofi.id })
    const { id } = await body<{ id: string }>(converse(ama, productId))
    const message = await body<{ id: string }>(
      ama.send('POST', `/api/conversations/${id}/messages`, {
        clientKey: crypto.randomUUID(),
        content: 'Bad words',
      }),
    )
    const review = await body<{ id: string }>(
      ama.send('POST', `/api/products/${productId}/reviews`, { rating: 1, title: '', comment: 'Rude words' }),
    )
    for (const target of [
      { kind: 'message', id: message.id },
      { kind: 'review', id: review.id },
    ] as const)
      await report(kofi, target)
    await leave(ama)
    const cases = await openCases()
    expect(cases.map(({ target }) => target.kind).toSorted()).toEqual(['message', 'review'])
    const ofMessage = cases.find(({ target }) => target.kind === 'message')
    const look = await body<{ messages: object[] }>(
      yaw.send('POST', `/api/moderation/cases/${ofMessage?.id}/messages`),
    )
    expect(look.messages).toMatchObject([{ writer: 'Deleted account', text: 'Bad words', isReported: true }])
    await decide({ kind: 'message', id: message.id }, 'remove')
    await decide({ kind: 'review', id: review.id }, 'remove')
    const { content } = await test.db
      .selectFrom('messages')
      .select('content')
      .where('id', '=', message.id)
      .executeTakeFirstOrThrow()
    expect(content).toBe('This message was removed by a moderator.')
    expect((await test.api.call('listReviews', { params: { id: productId } })).items).toEqual([])
    expect(await reportsOf(kofi)).toMatchObject([{ outcome: 'upheld' }, { outcome: 'upheld' }])
  })

  it('keeps the messages after both people of the conversation left', async () => {
    const [ama, kofi, esi] = [
      await signIn(test, 'ama'),
      await signIn(test, 'kofi'),
      await signIn(test, 'esi'),
    ]
    const productId = await insertProduct(test.db, { seller_id: PEOPLE.kofi.id })
    const { id } = await body<{ id: string }>(converse(ama, productId))
    const message = await body<{ id: string }>(
      ama.send('POST', `/api/conversations/${id}/messages`, {
        clientKey: crypto.randomUUID(),
        content: 'Bad words',
      }),
    )
    await report(kofi, { kind: 'message', id: message.id })
    await leave(ama)
    await leave(kofi)
    const [card] = await openCases()
    const look = await body<{ messages: object[] }>(
      yaw.send('POST', `/api/moderation/cases/${card?.id}/messages`),
    )
    expect(look.messages).toMatchObject([{ text: 'Bad words', isReported: true }])
    expect((await readCase(card?.id)).reportLines).toMatchObject([
      { reporter: null, words: 'Wanted 200 first' },
    ])
    await decide({ kind: 'message', id: message.id }, 'warn')
    expect(await test.db.selectFrom('reports').select(['outcome', 'words']).execute()).toEqual([
      { outcome: 'upheld', words: '' },
    ])
    expect((await esi.send('GET', '/api/account')).status).toBe(200)
  })

  it('bans the person’s new account and notifies it', async () => {
    const [ama, kofi] = [await signIn(test, 'ama'), await signIn(test, 'kofi')]
    await report(kofi, person(PEOPLE.ama.id))
    await leave(ama)
    const again = await registerConfirmed(test, PEOPLE.ama.email)
    expect((await openCases()).map(({ target }) => target.id).toSorted()).toEqual(
      [PEOPLE.ama.id, again.id].toSorted(),
    )
    expect((await viewOf(PEOPLE.ama.id)).sameAs).toMatchObject([{ id: again.id, leftAt: null }])
    await decide(person(PEOPLE.ama.id), 'ban')
    await expect.poll(async () => (await again.send('GET', '/api/account')).status).toBe(401)
    await test.jobs.settled()
    const mails = await test.db
      .selectFrom('outbox_messages')
      .select('text')
      .where('recipient', '=', PEOPLE.ama.email)
      .where('text', 'like', '%/appeal#token=%')
      .execute()
    expect(mails).toHaveLength(1)
    expect(await sanctions()).toHaveLength(2)
    expect(await reportsOf(kofi)).toMatchObject([{ outcome: 'upheld' }])
  })
})

it('an account without stored hashes is recognized after its deletion', async () => {
  await report(await signIn(test, 'kofi'), person(PEOPLE.ama.id))
  expect(await hashes()).toEqual([])
  await remove(PEOPLE.ama.id)
  const again = await registerConfirmed(test, PEOPLE.ama.email)
  expect((await viewOf(PEOPLE.ama.id)).sameAs).toMatchObject([{ id: again.id, leftAt: null }])
})

describe('earlier decisions', () => {
  it('are shown at a new account for two years, with upheld reports', async () => {
    const [ama, kofi] = [await signIn(test, 'ama'), await signIn(test, 'kofi')]
    const id = await insertProduct(test.db)
    await report(kofi, { kind: 'product', id })
    await decide({ kind: 'product', id }, 'remove')
    await leave(ama)
    expect(await reportsOf(kofi)).toMatchObject([{ outcome: 'upheld' }])
    const again = await registerConfirmed(test, PEOPLE.ama.email)
    const view = await viewOf(again.id)
    expect(view).toMatchObject({ reportsUpheld: 1, sanction: null })
    expect(view.decisions[0]).toMatchObject({ action: 'remove', target: { kind: 'product', id } })
    await pass(731)
    await forgetPeople(test.db)
    expect(await left()).toEqual([])
  })

  it('leave only the reporter’s receipt if they had no consequence', async () => {
    const [ama, kofi] = [await signIn(test, 'ama'), await signIn(test, 'kofi')]
    const id = await insertProduct(test.db)
    await report(kofi, { kind: 'product', id })
    await decide({ kind: 'product', id }, 'approve')
    await leave(ama)
    expect(await reportsOf(kofi)).toMatchObject([{ outcome: 'not-upheld' }])
    expect(await hashes()).toEqual([])
  })

  it('are not stored for somebody without cases', async () => {
    await leave(await signIn(test, 'ama'))
    expect(await left()).toEqual([])
    expect(await hashes()).toEqual([])
  })
})

describe('other people’s data after an account is deleted', () => {
  it('includes blocks, which apply to the next account', async () => {
    const [ama, kofi] = [await signIn(test, 'ama'), await signIn(test, 'kofi')]
    expect((await kofi.send('PUT', `/api/blocks/${PEOPLE.ama.id}`)).status).toBeLessThan(300)
    await leave(ama)
    const again = await registerConfirmed(test, PEOPLE.ama.email)
    const product = await insertProduct(test.db, { seller_id: PEOPLE.kofi.id })
    expect(await codeOf(await converse(again, product))).toBe('person-unavailable')
    expect(await openCases()).toEqual([])
    expect(await left()).toEqual([PEOPLE.ama.id])
    // An unblock is permanent.
    expect((await kofi.send('DELETE', `/api/blocks/${again.id}`)).ok).toBe(true)
    const later = await loggedIn(PEOPLE.ama.email)
    expect((await converse(later, product)).status).toBe(200)
  })

  it('includes stolen phones for two years', async () => {
    const row = { imei_hash: Buffer.alloc(32, 1), reporter_id: PEOPLE.ama.id, police_report: 'KSI/2026/41' }
    await test.db.insertInto('stolen_phones').values(row).execute()
    await leave(await signIn(test, 'ama'))
    const stolen = () => test.db.selectFrom('stolen_phones').select('reporter_id').execute()
    expect(await stolen()).toEqual([{ reporter_id: null }])
    await test.db
      .updateTable('stolen_phones')
      .set({ created_at: new Date(Date.now() - 731 * DAY).toISOString() })
      .execute()
    await forgetPeople(test.db)
    expect(await stolen()).toEqual([])
  })
})

it('a person sees in advance which data a deletion keeps, and until when', async () => {
  const [ama, kofi] = [await signIn(test, 'ama'), await signIn(test, 'kofi')]
  const remains = () => body(ama.send('GET', '/api/account/remains'))
  expect(await remains()).toEqual({ limitedUntil: null, isChecked: false, upheldUntil: null })
  await decide(person(PEOPLE.ama.id), 'limit', 90)
  await report(kofi, person(PEOPLE.ama.id))
  const [sanction] = await sanctions()
  expect(await remains()).toEqual({ limitedUntil: sanction?.until, isChecked: true, upheldUntil: null })
  await decide(person(PEOPLE.ama.id), 'warn')
  expect(await remains()).toEqual({
    limitedUntil: sanction?.until,
    isChecked: false,
    upheldUntil: SOME_TIME,
  })
})
