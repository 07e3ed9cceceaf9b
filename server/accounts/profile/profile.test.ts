import { beforeEach, describe, expect, it } from 'vitest'
import type { ProfileReply } from '#contract/accounts/profiles.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { fieldsOf } from '#testing/replies.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')

beforeEach(() => test.db.deleteFrom('rate_limits').execute())

const FORM = {
  fullName: 'Ama Mensah',
  username: 'ama',
  email: 'ama@example.com',
  phone: '+233100000101',
  bio: '',
  location: '',
  website: '',
  emailVisibility: 'signed-in',
  phoneVisibility: 'signed-in',
  websiteVisibility: 'everyone',
}

const save = (client: TestClient, change: object) =>
  client.send('PUT', '/api/profile', { ...FORM, ...change })

describe('a profile', () => {
  it('is read and saved by its owner and names them in the session', async () => {
    const response = await save(ama, {
      fullName: '  Ama Serwaa ',
      bio: 'Well kept things.\r\nSeen in Osu.',
      location: 'Osu, Accra',
      phone: '024 123 4567',
      website: 'ama.example.com/shop',
      emailVisibility: 'nobody',
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const saved = (await response.json()) as ProfileReply
    expect(saved.profile).toEqual({
      id: PEOPLE.ama.id,
      fullName: 'Ama Serwaa',
      username: 'ama',
      email: 'ama@example.com',
      phone: '+233241234567',
      phoneVerified: false,
      bio: 'Well kept things.\nSeen in Osu.',
      location: 'Osu, Accra',
      website: 'https://ama.example.com/shop',
      emailVisibility: 'nobody',
      phoneVisibility: 'signed-in',
      websiteVisibility: 'everyone',
      avatar: null,
    })
    expect(saved.user).toMatchObject({ id: PEOPLE.ama.id, name: 'Ama Serwaa', avatar: null })
    expect(await (await ama.send('GET', '/api/profile')).json()).toEqual(saved)
  })

  it('uses the sign-in address if it has no name', async () => {
    const saved = (await (
      await save(kofi, { fullName: '', username: '', email: 'shop@example.com' })
    ).json()) as ProfileReply
    expect(saved.user.name).toBe('kofi')
    expect(saved.profile.email).toBe('shop@example.com')
    const { email } = await test.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', PEOPLE.kofi.id)
      .executeTakeFirstOrThrow()
    expect(email).toBe('kofi@example.com')
  })

  it('loses the verified mark only when the phone number changes', async () => {
    const verify = () =>
      test.db
        .updateTable('profiles')
        .set({ phone: '+233201112233', phone_verified: true })
        .where('id', '=', PEOPLE.ama.id)
        .execute()
    // The first update changes the number, which removes the mark; the second sets the mark.
    await verify()
    await verify()
    const same = (await (await save(ama, { phone: '020 111 2233' })).json()) as ProfileReply
    expect(same.profile.phoneVerified).toBe(true)
    const other = (await (await save(ama, { phone: '020 111 2244' })).json()) as ProfileReply
    expect(other.profile.phoneVerified).toBe(false)
  })

  it.each([
    ['fullName', 'a'.repeat(51), 'Must be at most 50 characters long'],
    ['username', 'a'.repeat(51), 'Must be at most 50 characters long'],
    ['username', 'ama mensah', 'Use letters, digits, dots, underscores and hyphens only'],
    ['username', 'ama<b>', 'Use letters, digits, dots, underscores and hyphens only'],
    ['email', '', 'Please enter a valid email address'],
    ['email', `${'a'.repeat(250)}@example.com`, 'Please enter a valid email address'],
    ['bio', 'a'.repeat(501), 'Must be at most 500 characters long'],
    ['location', 'a'.repeat(101), 'Must be at most 100 characters long'],
    ['phone', 'call me', 'Invalid phone number format'],
    ['phone', '1'.repeat(21), 'Invalid phone number format'],
    ['website', `https://example.com/${'a'.repeat(240)}`, 'Must be at most 255 characters long'],
    ['website', 'javascript:alert(1)', 'Please enter a web address, such as https://example.com'],
    ['website', 'data:text/html,hello', 'Please enter a web address, such as https://example.com'],
    ['website', 'ftp://example.com', 'Please enter a web address, such as https://example.com'],
    ['website', 'https://bank.com@evil.example', 'Please enter a web address, such as https://example.com'],
    ['website', 'https://localhost', 'Please enter a web address, such as https://example.com'],
    ['website', 'https://a.com/\nx', 'Please enter a web address, such as https://example.com'],
    ['phoneVisibility', 'friends', 'Invalid input'],
  ])('refuses %s %j', async (field, value, message) => {
    const fields = await fieldsOf(await save(ama, { [field]: value }))
    expect(Object.keys(fields)).toEqual([field])
    expect(fields[field]).toContain(message)
  })

  it.each([
    ['fullName', 'Ama\nMensah', 'Ama Mensah'],
    ['fullName', 'Ama \u202egnihtyna', 'Ama gnihtyna'],
    ['bio', 'a\u0007\r\nb', 'a\nb'],
  ])('stores %s %j as %j', async (field, typed, stored) => {
    const { profile } = (await (await save(ama, { [field]: typed })).json()) as ProfileReply
    expect(profile).toMatchObject({ [field]: stored })
  })

  it('requires a session', async () => {
    const client = createAnonymousClient(test.app)
    expect((await client.send('GET', '/api/profile')).status).toBe(401)
    expect((await save(client, {})).status).toBe(401)
    expect((await client.send('DELETE', '/api/profile/avatar')).status).toBe(401)
  })

  it('limits the number of changes', async () => {
    const statuses = await Promise.all(Array.from({ length: 70 }, async () => (await save(ama, {})).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })
})

describe('a username', () => {
  it('belongs to one person, regardless of case', async () => {
    expect((await save(ama, { username: 'Osu.Queen-1' })).status).toBe(200)
    expect(await fieldsOf(await save(kofi, { username: 'osu.queen-1' }))).toEqual({
      username: 'This username is taken',
    })
    expect((await save(ama, { username: 'OSU.queen-1' })).status).toBe(200)
  })

  it('goes to one of several people who want it at once', async () => {
    const people = [ama, kofi, await signIn(test, 'esi')]
    for (const name of ['race_one', 'race_two', 'race_three', 'race_four']) {
      const statuses = await Promise.all(
        people.flatMap((person) =>
          [name, name.toUpperCase()].map(async (username) => ({
            person,
            status: (await save(person, { username })).status,
          })),
        ),
      )
      const winners = new Set(statuses.filter(({ status }) => status === 200).map(({ person }) => person))
      expect(winners.size).toBe(1)
      expect(statuses.every(({ status }) => status === 200 || status === 422)).toBe(true)
    }
  })

  it('is optional for any number of people', async () => {
    expect((await save(ama, { username: '' })).status).toBe(200)
    expect((await save(kofi, { username: '' })).status).toBe(200)
  })
})
