import { expect, it } from 'vitest'
import { NewPassword } from '#contract/accounts/accounts.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { createMarket, PASSWORD, signIn } from '#testing/accounts.ts'
import { setUp } from '#testing/set-up.ts'
import { createGuessablePasswords } from './guessable-passwords.ts'

const test = setUp(createMarket)
const guessable = createGuessablePasswords('Sankofa')
const check = (text: string) =>
  guessable.refuse({ field: 'password', text, about: ['Abigail Tetteh', 'abi.tetteh@example.com'] })

it.each([
  'Password1!',
  'P@ssw0rd',
  'Qwerty123!',
  'Abcd1234!',
  'Welcome@1',
  'Admin@123',
  'Iloveyou2!',
  '1q2w3e4R!',
  'Ghana@123',
  'Kumasi2024!',
  'Kofi@1990',
  'Akosua@2001',
  'Sankofa1!',
  'Jesus@123',
  'Arsenal@2024',
  'Accra2026$',
  'Abigail@1',
  'Tetteh2026!',
])('%s keeps the rule and is refused', async (text) => {
  expect(NewPassword.safeParse(text).success).toBe(true)
  await expect(check(text)).rejects.toMatchObject({ code: 'invalid-input' })
})

it.each([
  'kX9$mQ2!',
  'Mango#Tree88',
  'Blue!Kente7',
  'Zongo!Lorry19',
  'Waakye-before-8',
  'Trotro mate 4 life!',
])('%s is taken', async (text) => {
  expect(await check(text)).toBeUndefined()
})

const FIELDS = { error: { code: 'invalid-input', fields: [{ field: 'password' }] } }

it('is refused to who registers and who changes it, and an old one still opens', async () => {
  const registration = {
    name: 'Abigail Tetteh',
    email: 'abi@example.com',
    password: 'Ghana@123',
    terms: true,
  }
  const registered = await createAnonymousClient(test.app).send('POST', '/api/auth/register', registration)
  expect([registered.status, await registered.json()]).toMatchObject([422, FIELDS])
  const kofi = await signIn(test, 'kofi')
  const change = { password: 'Kofi@1990', current: PASSWORD }
  const changed = await kofi.send('PUT', '/api/account/password', change)
  expect([changed.status, await changed.json()]).toMatchObject([422, FIELDS])
  const hash = await test.passwords.hash('Ghana@123', { address: '198.51.100.7' })
  await test.db
    .updateTable('accounts')
    .set({ password_hash: hash })
    .where('email', '=', 'kofi@example.com')
    .execute()
  const login = { email: 'kofi@example.com', password: 'Ghana@123' }
  expect((await createAnonymousClient(test.app).send('POST', '/api/auth/login', login)).status).toBe(200)
})
