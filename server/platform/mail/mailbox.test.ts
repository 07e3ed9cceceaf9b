import { expect, it } from 'vitest'
import { mailboxOf } from './mailbox.ts'

it.each([
  ['Ama@Example.com', 'ama@example.com'],
  ['ama+market@example.com', 'ama@example.com'],
  ['ama+a+b@example.com', 'ama@example.com'],
  ['+ama@example.com', '+ama@example.com'],
  ['a.m.a@example.com', 'a.m.a@example.com'],
  ['a.m.a+x@gmail.com', 'ama@gmail.com'],
  ['AMA@googlemail.com', 'ama@gmail.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
