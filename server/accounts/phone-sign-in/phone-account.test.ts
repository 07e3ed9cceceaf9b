import { beforeEach, expect, it } from 'vitest'
import type { ProfileReply } from '#contract/accounts/profiles.ts'
import { linkSecret } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import {
  beginWithPhone,
  requestPhoneCode,
  sendPhoneCodeBack,
  smsCode,
  wrongCode,
} from '#testing/accounts/phone.ts'
import { inTheMiddleOf } from '#testing/in-the-middle.ts'
import { lockVerifiedPhones } from '#server/accounts/phone/queries.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { problemOf } from '#testing/replies.ts'
import { openPhotoFolder } from '#testing/pictures/photos.ts'
import { setUp } from '#testing/set-up.ts'

const NUMBER = '+233241234567'
const OTHER_NUMBER = '+233201234567'
const PASSWORD = 'Ejisu-lamp-rests-19'

let adwoa: TestClient
const folder = setUp(openPhotoFolder)
const test = setUp(() => createTestApp({ storage: folder.storage }))
beforeEach(async () => {
  await test.jobs.settled()
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('outbox_messages').execute()
  await test.db.deleteFrom('accounts').execute()
  adwoa = await beginWithPhone(test, NUMBER)
})

const signedInLongAgo = () =>
  test.db
    .updateTable('sessions')
    .set({ created_at: new Date(0).toISOString() })
    .execute()
const mails = () =>
  test.db.selectFrom('outbox_messages').select('recipient').where('channel', '=', 'mail').execute()
const account = async () => (await (await adwoa.send('GET', '/api/account')).json()) as object

it('a phone account without a password proves its identity by code', async () => {
  await signedInLongAgo()
  const set = (client: TestClient) => client.send('PUT', '/api/account/password', { password: PASSWORD })
  expect((await problemOf(await set(adwoa))).code).toBe('reauthentication-required')
  expect((await adwoa.send('POST', '/api/account/reauthenticate/code', {})).status).toBe(202)
  const code = await smsCode(test, NUMBER)
  const prove = (typed: string) => adwoa.send('POST', '/api/account/reauthenticate', { code: typed })
  expect((await problemOf(await prove(wrongCode(code)))).code).toBe('invalid-code')
  expect((await prove(code)).status).toBe(200)
  expect((await prove(code)).status).toBe(410)
  expect((await set(adwoa)).status).toBe(200)
  expect(await account()).toEqual({ email: null, phone: NUMBER, hasPassword: true })
  expect((await adwoa.send('POST', '/api/account/reauthenticate/code', {})).status).toBe(403)
  // The number alone opens nothing elsewhere from now on.
  const elsewhere = createAnonymousClient(test.app)
  await requestPhoneCode(elsewhere, NUMBER)
  const reply = await sendPhoneCodeBack(elsewhere, NUMBER, await smsCode(test, NUMBER))
  expect(await reply.json()).toMatchObject({ session: null, needs: { is: 'proof', password: true } })
})

it('a phone account adds an e-mail address by link and keeps its number', async () => {
  expect((await adwoa.send('POST', '/api/account/email', { email: 'adwoa@example.com' })).status).toBe(202)
  const token = await linkSecret(test, 'adwoa@example.com')
  const confirmed = await adwoa.send('POST', '/api/auth/change-email', { token })
  expect(await confirmed.json()).toMatchObject({ user: { email: 'adwoa@example.com' } })
  expect(await account()).toEqual({ email: 'adwoa@example.com', phone: NUMBER, hasPassword: false })
  await test.jobs.settled()
  const [mail] = await test.db
    .selectFrom('outbox_messages')
    .select('subject')
    .where('recipient', '=', 'adwoa@example.com')
    .orderBy('id', 'desc')
    .execute()
  expect(mail?.subject).toContain('Your account has an e-mail address now')
})

it('a phone account changes its number, and the old one no longer logs in', async () => {
  await adwoa.send('POST', '/api/account/phone/code', { phone: OTHER_NUMBER })
  const code = await smsCode(test, OTHER_NUMBER)
  expect((await adwoa.send('POST', '/api/account/phone/verify', { phone: OTHER_NUMBER, code })).status).toBe(
    200,
  )
  expect(await account()).toMatchObject({ phone: OTHER_NUMBER })
  const elsewhere = createAnonymousClient(test.app)
  await requestPhoneCode(elsewhere, NUMBER)
  const reply = await sendPhoneCodeBack(elsewhere, NUMBER, await smsCode(test, NUMBER))
  expect(await reply.json()).toMatchObject({ session: null, needs: { is: 'name' } })
})

it('a phone account downloads its data without a mailed link after a fresh proof', async () => {
  const download = () => adwoa.send('POST', '/api/account/export/download', {})
  expect((await problemOf(await download())).code).toBe('link-expired')
  expect((await adwoa.send('POST', '/api/account/export')).status).toBe(202)
  await test.jobs.settled()
  const notified = await test.db.selectFrom('notifications').select('content').execute()
  expect(notified.map(({ content }) => content)).toContain(
    'The copy of your data is ready. Download it in your settings.',
  )
  const file = await download()
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(await mails()).toEqual([])
  await signedInLongAgo()
  expect((await problemOf(await download())).code).toBe('reauthentication-required')
})

it('a phone account is deleted without any mail', async () => {
  expect((await adwoa.send('POST', '/functions/v1/delete-user-account')).status).toBe(200)
  await test.jobs.settled()
  expect(await test.db.selectFrom('accounts').select('id').execute()).toEqual([])
  expect(await mails()).toEqual([])
  // Its number is free again.
  const { token } = await beginWithPhone(test, NUMBER, 'Adwoa Again')
  expect(token).toBeDefined()
})

it('a hidden number no longer logs in after an e-mail address is added', async () => {
  const { profile } = (await (await adwoa.send('GET', '/api/profile')).json()) as ProfileReply
  const { id: _id, phoneVerified: _verified, avatar: _avatar, ...form } = profile
  expect(
    (await adwoa.send('PUT', '/api/profile', { ...form, email: 'adwoa@example.com', phone: '' })).status,
  ).toBe(200)
  expect(await account()).toMatchObject({ phone: NUMBER })
  await adwoa.send('POST', '/api/account/email', { email: 'adwoa@example.com' })
  await adwoa.send('POST', '/api/auth/change-email', { token: await linkSecret(test, 'adwoa@example.com') })
  expect(await account()).toMatchObject({ email: 'adwoa@example.com', phone: null })
})

it('a number alone opens no account that gains another proof during the request', async () => {
  const elsewhere = createAnonymousClient(test.app)
  await requestPhoneCode(elsewhere, NUMBER)
  const code = await smsCode(test, NUMBER)
  const choosePassword = async (tx: Database) => {
    await lockVerifiedPhones(tx)
    await tx
      .updateTable('accounts')
      .set({ password_hash: 'another proof' })
      .where('phone', '=', NUMBER)
      .execute()
  }
  const reply = await inTheMiddleOf(test.db, choosePassword, () => sendPhoneCodeBack(elsewhere, NUMBER, code))
  expect((await problemOf(reply)).code).toBe('phone-code-expired')
})
