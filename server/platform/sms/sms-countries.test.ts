import { expect, it } from 'vitest'
import { isCountry, isServed } from './sms-countries.ts'

it.each([
  ['+233241234567', true],
  ['+233302123456', true],
  ['+233900123456', false],
  ['+233800123456', false],
  ['+2348012345678', false],
  ['+8816123456', false],
  ['+979123456789', false],
])('%s is served in Ghana: %s', (phone, served) => {
  expect(isServed(phone, ['+233'])).toBe(served)
})

it('configured countries are served, except costly numbers', () => {
  expect(isServed('+2348012345678', ['+233', '+234'])).toBe(true)
  for (const phone of ['+8816123456', '+882161234567', '+80812345678', '+19005551234', '+447012345678'])
    expect(isServed(phone, ['+8', '+1', '+44'])).toBe(false)
})

it.each([
  ['+233', true],
  ['+1868', true],
  ['233', false],
  ['+0', false],
  ['+881', false],
  ['+8816', false],
  ['Ghana', false],
])('%s is a country code: %s', (text, expected) => {
  expect(isCountry(text)).toBe(expected)
})
