import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Email } from './accounts.ts'

it.each([
  ['Ama@Example.COM', 'ama@example.com'],
  ['ama&kofi@example.com', 'ama&kofi@example.com'],
  ["o'brien+shop@example.co.uk", "o'brien+shop@example.co.uk"],
  ['a/b=c?{x}~#$%*!^`|@example.com', 'a/b=c?{x}~#$%*!^`|@example.com'],
  [' \u2068ama@example.com\u2069', 'ama@example.com'],
  ['ama@müller.de', 'ama@xn--mller-kva.de'],
  ['ama@пример.рф', 'ama@xn--e1afmkfd.xn--p1ai'],
  ['ama@ｅｘａｍｐｌｅ.com', 'ama@example.com'],
  ['Ama Mensah <ama@example.com>', 'ama@example.com'],
  ['mailto:ama@example.com', 'ama@example.com'],
  ['emailama@example.com', 'emailama@example.com'],
  ['mailtoama@example.com', 'mailtoama@example.com'],
  ['emails@example.com', 'emails@example.com'],
  ['e-mailer@example.com', 'e-mailer@example.com'],
  ['email.kofi@example.com', 'email.kofi@example.com'],
  ['Email: ama@example.com.', 'ama@example.com'],
  ['ama ＠ example．com', 'ama@example.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('reads %s as an address', (typed, email) => {
  expect(z.parse(Email, typed)).toBe(email)
})

it.each([
  '',
  'ama',
  'ama@',
  '@example.com',
  'ama@@example.com',
  'ama@kofi@example.com',
  'ama@localhost',
  'ama@127.0.0.1',
  'ama@[127.0.0.1]',
  'ama@example..com',
  'ama@-example.com',
  'ama@example.com, kofi@example.com',
  '"ama mensah"@example.com',
  '.ama@example.com',
  'ama..mensah@example.com',
  'ama@example.com/path',
  'ama@example.com:25',
  'ama@exa mple.com',
  'ama\nbcc:kofi@example.com',
  'ämä@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ama@${'a'.repeat(64)}.com`,
])('refuses %j', (typed) => {
  expect(z.safeParse(Email, typed).error?.issues[0]?.message).toBe('Please enter a valid email address')
})
