import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { type Endpoint, needsSession, roleFor } from '#contract/endpoint.ts'
import type { ProfileForm, ProfileReply } from '#contract/accounts/profiles.ts'
import { createMarket, linkSecret, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { setUp } from '#testing/set-up.ts'
import { signInStaff } from '#testing/accounts/staff.ts'

const test = setUp(createMarket)
beforeEach(async () => {
  await test.jobs.settled()
  await test.db.deleteFrom('sessions').execute()
  await test.db.deleteFrom('rate_limits').execute()
})

/** Ages every sign-in and every proof by this many minutes. */
async function age(minutes: number) {
  const totp_enabled_at = sql<string>`totp_enabled_at - make_interval(mins => ${minutes})`
  await test.db.updateTable('accounts').set({ totp_enabled_at }).execute()
  await test.db
    .updateTable('sessions')
    .set({
      created_at: sql`created_at - make_interval(mins => ${minutes})`,
      reauthenticated_at: sql`reauthenticated_at - make_interval(mins => ${minutes})`,
      second_step_at: sql`second_step_at - make_interval(mins => ${minutes})`,
    })
    .execute()
}

/** Endpoints that require a code of the second factor from staff within ten minutes. */
const NEED_FRESH_CODE = [
  'allowWord',
  'changeCategory',
  'createGuardRule',
  'deleteListing',
  'deletePerson',
  'refuseWord',
  'removeNotice',
  'setNotice',
  'setRole',
  'updateGuardRule',
  'updateWordList',
]

const NEED_FRESH_PROOF = [
  'changeEmail',
  'deleteAccount',
  'disableTwoFactor',
  'downloadExport',
  'enableTwoFactor',
  'endDevice',
  'endOtherDevices',
  'renewRecoveryCodes',
  'requestExport',
  'sendPhoneCode',
  'startTwoFactor',
  'verifyPhone',
]

const ID = '01930000-0000-7000-8000-000000000001'
const isRefused = async (
  client: TestClient,
  { method, path, body }: Endpoint,
  by = 'reauthentication-required',
) => {
  const response = await client.send(method, path.replace(/:\w+/g, ID), body && {})
  const { code, error } = (await response.json()) as { code?: string; error?: { code?: string } }
  return (code ?? error?.code) === by
}

/** Logout is left out because the session must last until the end of the loop. */
const forPeople = ([name, endpoint]: [string, Endpoint]) =>
  needsSession(endpoint) && !roleFor(endpoint) && name !== 'logout'
const forStaff = ([, endpoint]: [string, Endpoint]) => roleFor(endpoint) !== undefined

async function refusedTo(client: TestClient, whose = forPeople, by?: string): Promise<string[]> {
  const refused: string[] = []
  for (const [name, endpoint] of (Object.entries(contract) as [string, Endpoint][]).filter(whose))
    if (await isRefused(client, endpoint, by)) refused.push(name)
  return refused.toSorted()
}

it('changing the contact details in a profile requires a fresh proof, other fields do not', async () => {
  const ama = await signIn(test, 'ama')
  const { profile } = (await (await ama.send('GET', '/api/profile')).json()) as ProfileReply
  const { id: _id, phoneVerified: _verified, avatar: _avatar, ...form } = profile
  await age(11)
  const save = async (change: Partial<ProfileForm>) =>
    (await ama.send('PUT', '/api/profile', { ...form, ...change })).status
  expect(await save({ bio: 'New here' })).toBe(200)
  expect(await save({ phone: '+233201234567' })).toBe(form.phone === '' ? 200 : 403)
  expect(await save({ phone: '+233207654321' })).toBe(403)
  expect(await save({ email: 'thief@example.com' })).toBe(403)
})

it('logging out everywhere requires a fresh proof, logging out here does not', async () => {
  const [phone, laptop] = [await signIn(test, 'esi'), await signIn(test, 'esi')]
  await age(11)
  const logOut = async (scope: string) => (await laptop.send('POST', '/api/auth/logout', { scope })).status
  expect(await logOut('global')).toBe(403)
  expect(await logOut('local')).toBe(200)
  expect((await phone.send('GET', '/api/account/sessions')).status).toBe(200)
})

describe('endpoints for signed-in people', () => {
  it('require a fresh proof where a stolen token would do harm', async () => {
    const ama = await signIn(test, 'ama')
    await age(11)
    expect(await refusedTo(ama)).toEqual(NEED_FRESH_PROOF)
    // The refusals reveal nothing about valid input and change nothing.
    expect(await test.db.selectFrom('data_exports').select('id').execute()).toEqual([])
  })

  it('accept a sign-in or a password from the last ten minutes', async () => {
    const kofi = await signIn(test, 'kofi')
    await age(9)
    const gentle = Object.entries(contract).filter(
      ([name]) => name === 'startTwoFactor' || name === 'requestExport',
    )
    for (const [, endpoint] of gentle) expect(await isRefused(kofi, endpoint)).toBe(false)
    await age(2)
    for (const [, endpoint] of gentle) expect(await isRefused(kofi, endpoint)).toBe(true)
    await kofi.send('POST', '/api/account/reauthenticate', { password: PASSWORD })
    await age(9)
    for (const [, endpoint] of gentle) expect(await isRefused(kofi, endpoint)).toBe(false)
    await age(2)
    for (const [, endpoint] of gentle) expect(await isRefused(kofi, endpoint)).toBe(true)
  })
})

describe('endpoints for staff', () => {
  const ALL = (Object.entries(contract) as [string, Endpoint][])
    .filter(forStaff)
    .map(([name]) => name)
    .toSorted()
  const refusedToStaff = (client: TestClient) => refusedTo(client, forStaff, 'second-step-required')

  it('all require a second step within the last hour', async () => {
    const abena = await signInStaff(test, 'administrator', 'abena')
    await age(59)
    expect(await refusedToStaff(abena)).toEqual(NEED_FRESH_CODE)
    await age(2)
    expect(await refusedToStaff(abena)).toEqual(ALL)
    await abena.send('POST', '/api/account/reauthenticate', { password: PASSWORD })
    expect(await refusedToStaff(abena)).toEqual(ALL)
    await test.db.updateTable('sessions').set({ second_step_at: null }).execute()
    expect(await refusedToStaff(abena)).toEqual(ALL)
  })

  it('refuse a second step from before the factor was turned on', async () => {
    const abena = await signInStaff(test, 'administrator', 'abena')
    await test.db
      .updateTable('accounts')
      .set({ totp_enabled_at: sql`totp_enabled_at + interval '1 minute'` })
      .execute()
    expect(await refusedToStaff(abena)).toEqual(ALL)
  })

  it('require a code from the last ten minutes to ban people or change public content', async () => {
    const abena = await signInStaff(test, 'administrator', 'abena')
    await age(9)
    expect(await refusedToStaff(abena)).toEqual([])
    await age(2)
    expect(await refusedToStaff(abena)).toEqual(NEED_FRESH_CODE)
  })
})

const start = (client: TestClient) => client.send('POST', '/api/account/two-factor/start', {})

it('a refresh does not count as a sign-in', async () => {
  const esi = await signIn(test, 'esi')
  await age(11)
  const refreshed = await esi.send('POST', '/api/auth/refresh', {})
  esi.token = ((await refreshed.json()) as { session: { access_token: string } }).session.access_token
  expect((await start(esi)).status).toBe(403)
})

it('a proof counts for its own session only', async () => {
  const thief = await signIn(test, 'esi')
  const esi = await signIn(test, 'esi')
  await age(11)
  await esi.send('POST', '/api/account/reauthenticate', { password: PASSWORD })
  expect((await start(esi)).status).toBe(200)
  expect((await start(thief)).status).toBe(403)
})

describe('a mailed proof link', () => {
  const request = (client: TestClient) => client.send('POST', '/api/account/reauthenticate/link', {})
  const open = (client: TestClient, token: string) =>
    client.send('POST', '/api/account/reauthenticate', { token })

  it('proves a person without a password once', async () => {
    const esi = await signIn(test, 'esi')
    await test.db
      .updateTable('accounts')
      .set({ password_hash: null })
      .where('id', '=', PEOPLE.esi.id)
      .execute()
    await age(11)
    expect((await request(esi)).status).toBe(202)
    const token = await linkSecret(test, PEOPLE.esi.email)
    expect((await open(esi, token)).status).toBe(200)
    expect((await start(esi)).status).toBe(200)
    await age(11)
    // A second tab opens the link again.
    expect((await open(esi, token)).status).toBe(200)
    expect((await start(esi)).status).toBe(403)
  })

  it('proves nothing outside the session that requested it', async () => {
    const thief = await signIn(test, 'kofi')
    const owner = await signIn(test, 'kofi')
    await age(11)
    await request(thief)
    const token = await linkSecret(test, PEOPLE.kofi.email)
    expect((await open(owner, token)).status).toBe(403)
    expect((await open(await signIn(test, 'ama'), token)).status).toBe(403)
    expect((await start(thief)).status).toBe(403)
  })

  it('stays valid when others are requested after it', async () => {
    const owner = await signIn(test, 'kofi')
    await age(11)
    await request(owner)
    const token = await linkSecret(test, PEOPLE.kofi.email)
    await request(await signIn(test, 'kofi'))
    expect((await open(owner, token)).status).toBe(200)
  })

  it('requires a session', async () => {
    expect((await request(createAnonymousClient(test.app))).status).toBe(401)
  })

  it('does not crowd out later warnings when it is requested repeatedly', async () => {
    const thief = await signIn(test, 'kofi')
    for (let count = 0; count < 12; count += 1) {
      await test.db.deleteFrom('rate_limits').where('key', 'like', 'proof-link:%').execute()
      expect((await request(thief)).status).toBe(202)
      await test.jobs.settled()
    }
    const change = { password: 'Brass-kettle-rests-1', current: PASSWORD }
    expect((await thief.send('PUT', '/api/account/password', change)).status).toBe(200)
    await test.jobs.settled()
    const [mail] = await readDevMailbox(test.db, PEOPLE.kofi.email)
    expect(mail?.subject).toBe('Your password was changed')
  })
})
