import { expect, it } from 'vitest'
import { parseCookieChoices } from './cookie-choices.ts'

const none = { analytics: false, marketing: false, functional: false }

it('allows nothing optional by default', () => {
  expect(parseCookieChoices(null)).toEqual(none)
})

it('keeps known choices and drops the rest', () => {
  const stored = JSON.stringify({ analytics: true, marketing: 'yes', functional: 1, other: true })
  expect(parseCookieChoices(stored)).toEqual({ ...none, analytics: true })
})

it.each(['', 'null', '[]', '{"analytics":', '"true"'])('treats %j as no choice', (text) => {
  expect(parseCookieChoices(text)).toEqual(none)
})
