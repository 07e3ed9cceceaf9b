import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { ProfileReply } from '#contract/accounts/profiles.ts'
import { createMarket, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { fieldsOf } from '#testing/replies.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import { receivedAll } from '#testing/received-all.ts'
import { setUp } from '#testing/set-up.ts'

const REFUSED = 'This name has a word that is not allowed in names. Please choose another'

const test = setUp(createMarket)
let abena: TestClient
beforeEach(async () => {
  for (const table of ['rate_limits', 'refused_words'] as const) await test.db.deleteFrom(table).execute()
  abena = await signInStaff(test, 'administrator', 'abena')
})

const change = (path: string, word: string) =>
  abena.send('POST', `/api/moderation/refused-words${path}`, { word })
const register = (name: string) =>
  createAnonymousClient(test.app).send('POST', '/api/auth/register', {
    name,
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    terms: true,
  })

it('a refused word is rejected in every spelling until it is allowed again', async () => {
  expect((await change('', ' Yahoo ')).status).toBe(200)
  await receivedAll(test)
  expect((await register('Yahoo Boy')).status).toBe(422)
  for (const name of ['Yahoo', 'yаhοο', 'y a h o o', 'Y@hoo Kofi', 'Yáhoo'])
    expect(await fieldsOf(await register(name)), name).toEqual({ name: REFUSED })
  // Longer words that contain it are other words.
  expect((await register('Yahoona Darko')).status).toBe(201)
  const listed = async () =>
    ((await (await abena.send('GET', '/api/moderation/refused-words')).json()) as { words: string[] }).words
  expect(await listed()).toEqual(['yahoo'])
  await change('/allow', 'yahoo')
  expect(await listed()).toEqual([])
  await receivedAll(test)
  expect((await register('Yahoo')).status).toBe(201)
})

it('a refused word blocks name changes but keeps existing names', async () => {
  const ama = await signIn(test, 'ama')
  const { profile } = (await (await ama.send('GET', '/api/profile')).json()) as ProfileReply
  const save = (changed: object) => ama.send('PUT', '/api/profile', { ...profile, ...changed })
  await change('', 'mensah')
  await receivedAll(test)
  expect((await register('Kwaku Mensah')).status).toBe(422)
  expect(await fieldsOf(await save({ fullName: 'Ama A. Mensah' }))).toEqual({ fullName: REFUSED })
  expect(await fieldsOf(await save({ username: 'mensah' }))).toEqual({ username: REFUSED })
  expect((await save({ bio: 'I sell phones' })).status).toBe(200)
})

it('refused and allowed words are audited once, and only single words are accepted', async () => {
  const word = `w${randomUUID().slice(0, 8)}`
  for (const path of ['', '', '/allow', '/allow']) await change(path, word)
  const acts = await test.db.selectFrom('audit_entries').select(['action', 'detail']).orderBy('id').execute()
  expect(acts.filter(({ detail }) => JSON.stringify(detail).includes(word))).toEqual([
    { action: 'refused-word', detail: { word } },
    { action: 'allowed-word', detail: { word } },
  ])
  expect((await change('', 'two words')).status).toBe(422)
  expect((await change('', '.*')).status).toBe(422)
})
