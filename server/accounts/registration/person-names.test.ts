import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { ProfileReply } from '#contract/accounts/profiles.ts'
import { createMarket, linkSecret, signIn } from '#testing/accounts/accounts.ts'
import { fieldsOf } from '#testing/replies.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { setUp } from '#testing/set-up.ts'
import { register } from '#testing/accounts/registration.ts'
import { createPersonNames } from './person-names.ts'

const PRETENDS =
  'This name sounds like an office, a company or a verified seller. Please use your own, or that of your shop'
const RESERVED = 'This name is reserved for the people who run the site. Please use your own'

const test = setUp(createMarket)
const newcomer = () => createAnonymousClient(test.app)

beforeEach(() => test.db.deleteFrom('rate_limits').execute())

const nameOf = async (email: string) =>
  (await test.db.selectFrom('profiles').select('full_name').where('email', '=', email).executeTakeFirst())
    ?.full_name

it('registration refuses the names of the site and its staff', async () => {
  for (const name of ['Sankofa', 'Аdmin', 'Support Team'])
    expect(await fieldsOf(await register(newcomer(), 'new@example.com', name))).toEqual({
      name: RESERVED,
    })
  expect((await register(newcomer(), 'new@example.com', 'Yaw\u200b Darko')).status).toBe(201)
  expect(await nameOf('new@example.com')).toBe('Yaw Darko')
})

it.each([
  'MTN Office Accra',
  'Ecobank Agent Kofi',
  'Inspector Ofori, CID Headquarters',
  'Kojo Laptops ✅',
  'МТN Оffісе',
  'M.T.N Circle',
  'Em Tee En Ghana',
  'Banque Atlantique Service Client',
  'a a a a a a a a a a a a a a a a MTN Office',
  'G o v e r n m e n t Office',
  'Kojo Laptops ☆☆☆☆☆',
])('registration refuses “%s”, which borrows somebody else’s trust', async (name) => {
  expect(await fieldsOf(await register(newcomer(), 'new@example.com', name))).toEqual({
    name: PRETENDS,
  })
})

it.each([
  'Osei Sankofa',
  'Mary Help of Christians',
  'Prince Police Agyeman',
  'Momo Camara',
  'K. Constructor',
  'Emmanuel Kotoka',
  'Kwame Keller',
  'Shepherd’s Staff Chapel',
])('registration takes “%s”, which only resembles a reserved name', async (name) => {
  expect((await register(newcomer(), `${randomUUID()}@example.com`, name)).status).toBe(201)
})

it('a name that its person already has may stay', async () => {
  const noWords = { test: async () => () => false }
  const names = createPersonNames('Sankofa', noWords)
  expect(await names.require('MTN Office Accra', 'fullName', 'MTN Office Accra')).toBe('MTN Office Accra')
})

it('a name that grows too long when it is normalised is refused before it is read', async () => {
  const names = createPersonNames('Sankofa', { test: async () => () => false })
  const fields = [{ field: 'name', message: 'Must be at most 50 characters long' }]
  await expect(names.require('ﷺ'.repeat(50), 'name')).rejects.toThrow(expect.objectContaining({ fields }))
  expect(await names.require('', 'username', null)).toBe('')
})

it('a name without visible characters gets its own message', async () => {
  const noWords = { test: async () => () => false }
  const named = createPersonNames('Sankofa', noWords).require('\u3164\u200b', 'username')
  const fields = [{ field: 'username', message: 'Please use visible letters' }]
  await expect(named).rejects.toThrow(expect.objectContaining({ fields }))
})

it('a profile change cannot take the names of the site and its staff', async () => {
  const ama = await signIn(test, 'ama')
  const { profile } = (await (await ama.send('GET', '/api/profile')).json()) as ProfileReply
  const save = (change: object) => ama.send('PUT', '/api/profile', { ...profile, ...change })
  expect(await fieldsOf(await save({ fullName: 'Moderatоr' }))).toEqual({ fullName: RESERVED })
  expect(await fieldsOf(await save({ username: 'sankofa.support' }))).toEqual({ username: RESERVED })
  expect((await save({ fullName: 'Ama A. Mensah' })).status).toBe(200)
})

it.each([
  ['Sankofa Support', 'kwaku@example.com', 'kwaku'],
  ['two\nlines', 'yaw@example.com', 'two lines'],
  ['Admin', 'admin@example.com', 'New member'],
])(
  'an older confirmation link with the name %j confirms under another name',
  async (name, email, expected) => {
    expect((await register(newcomer(), email, 'Somebody')).status).toBe(201)
    const token = await linkSecret(test, email)
    const tokens = await test.db.selectFrom('one_time_tokens').select(['id', 'payload']).execute()
    for (const { id, payload } of tokens)
      await test.db
        .updateTable('one_time_tokens')
        .set({ payload: JSON.stringify({ ...(payload as object), name }) })
        .where('id', '=', id)
        .execute()
    const response = await createAnonymousClient(test.app).send('POST', '/api/auth/verify-email', {
      token,
      confirmed: true,
    })
    expect(response.status).toBe(200)
    expect(await nameOf(email)).toBe(expected)
  },
)

it('an existing reserved name is replaced once, and its person is notified', async () => {
  const ama = await signIn(test, 'ama')
  const { profile: before } = (await (await ama.send('GET', '/api/profile')).json()) as ProfileReply
  await test.db
    .updateTable('profiles')
    .set({ full_name: 'Sankofa Support', username: 'sankofa_team' })
    .where('id', '=', before.id)
    .execute()
  const others = () =>
    test.db
      .selectFrom('profiles')
      .select(['id', 'full_name', 'username'])
      .where('id', '<>', before.id)
      .execute()
  const unchanged = await others()
  for (let night = 0; night < 2; night += 1) {
    await test.jobs.enqueue(test.db, { name: 'rename-reserved', options: {} }, {})
    await test.jobs.settled()
  }
  const { profile } = (await (await ama.send('GET', '/api/profile')).json()) as ProfileReply
  expect(profile).toEqual({ ...before, fullName: 'New member', username: '' })
  expect(await others()).toEqual(unchanged)
  const notifications = test.db.selectFrom('notifications').select(['type', 'content', 'action_url'])
  expect(
    await notifications
      .where('user_id', '=', before.id)
      .where('action_url', '=', '/profile?section=personal')
      .execute(),
  ).toEqual([
    {
      type: 'system',
      content:
        'Your name "Sankofa Support" is reserved for the people who run the site. People see "New member" until you choose another name.',
      action_url: '/profile?section=personal',
    },
  ])
})
