import { expect, it } from 'vitest'
import { NewPassword } from '#contract/accounts/accounts.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { createMarket, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
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
  'AbigailTetteh1!',
  'Obinkyere_abofra1',
  'Tiger@2020',
  'MightyGod1!',
  'Christ1sKing!',
  'God_is_great1',
  'Kofi&Ama2020',
  'Gh@n@123',
  'Kwame.Nkrumah57',
  'Philippians4:13',
  'Real_Madrid7',
  'Thomas-Partey5',
  'Blue!Kente7',
  'Waakye-before-8',
  'Asd_123_Zxc',
  '0244123456Aa!',
  'Kofi-024 412 3456',
  '+233244123456Ab',
])('%s meets the rule but is refused as guessable', async (text) => {
  expect(NewPassword.safeParse(text).success).toBe(true)
  await expect(check(text)).rejects.toMatchObject({ code: 'invalid-input' })
})

it.each([
  'kX9$mQ2!',
  'Mango#Tree88',
  'Zongo!Lorry19',
  'Trotro mate 4 life!',
  'Nana sells clouds at 4am!',
  'Waakye.lantern.Draws.6',
  'tuwqov-Xyzki7-pemdyc',
  'Gh7$92#41!',
  'Kofi8391047265!',
])('%s is accepted', async (text) => {
  expect(await check(text)).toBeUndefined()
})

it('a long password is judged by its first characters, because anybody can send one', async () => {
  const beginning = 'aA1!'.repeat(8)
  await expect(check(`${beginning}kX9$mQ2!vT7=`)).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await check(`kX9$mQ2!vT7=${beginning}`)).toBeUndefined()
})

const FIELDS = { error: { code: 'invalid-input', fields: [{ field: 'password' }] } }

it('a guessable password is refused at registration and change, but not at log-in', async () => {
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
