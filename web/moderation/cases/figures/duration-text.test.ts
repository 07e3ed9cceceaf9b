import { expect, it } from 'vitest'
import { durationText } from './duration-text.ts'

it.each([
  [0, 'under a minute'],
  [0.008, 'under a minute'],
  [0.25, '15 min'],
  [0.996, '1 h'],
  [3.26, '3.3 h'],
  [47.9, '47.9 h'],
  [60, '2.5 days'],
])('shows %d hours as %s', (hours, text) => {
  expect(durationText(hours)).toBe(text)
})
