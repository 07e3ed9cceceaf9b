import { expect, test } from 'vitest'
import { isMailAddress, isSender } from './address.ts'

test.each(['ama@market.example', 'ama.mensah+gh@mail.market.example', "o'brien@market.example", 'a@b.co'])(
  '%s is a mail address',
  (text) => {
    expect(isMailAddress(text)).toBe(true)
    expect(isSender(text)).toBe(true)
    expect(isSender(`Sankofa <${text}>`)).toBe(true)
  },
)

test.each([
  '',
  'ama',
  '@market.example',
  'ama@',
  'ama@market',
  'ama@market.example\r\nBcc: evil@x.example',
  'ama@market.example\n',
  'ama@market.example, evil@x.example',
  'ama@market.example;evil@x.example',
  'Ama <ama@market.example>',
  '<ama@market.example>',
  'ama@market.example (comment)',
  '"ama evil@x.example"@market.example',
  ' ama@market.example',
  'ama\0@market.example',
  'ama@[127.0.0.1]',
  `${'a'.repeat(250)}@market.example`,
])('%j is not a mail address', (text) => {
  expect(isMailAddress(text)).toBe(false)
})

test.each([
  'Sankofa <ama@market.example>\r\nBcc: evil@x.example',
  'Sankofa\r\nBcc: evil@x.example <ama@market.example>',
  'Sankofa <ama@market.example> <evil@x.example>',
  'Sankofa',
])('%j is not a sender', (text) => {
  expect(isSender(text)).toBe(false)
})
