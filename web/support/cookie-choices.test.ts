import { expect, it } from 'vitest'
import { parseCookieChoices } from './cookie-choices.ts'

const none = { analytics: false, marketing: false, functional: false }

it('allows nothing optional until it was chosen', () => {
  expect(parseCookieChoices(null)).toEqual(none)
})

it('keeps what was chosen and drops the rest', () => {
  const stored = JSON.stringify({ analytics: true, marketing: 'yes', functional: 1, other: true })
  expect(parseCookieChoices(stored)).toEqual({ ...none, analytics: true })
})

it.each(['', 'null', '[]', '{"analytics":', '"true"'])('takes %j as no choice', (text) => {
  expect(parseCookieChoices(text)).toEqual(none)
})
