import { expect, it } from 'vitest'
import { replyText } from './reply-text.ts'

it.each([
  [0, 'Usually replies within an hour'],
  [60, 'Usually replies within an hour'],
  [61, 'Usually replies in 2 hours'],
  [1440, 'Usually replies in 24 hours'],
  [1441, 'Usually replies in 2 days'],
])('describes %i minutes: %s', (minutes, text) => {
  expect(replyText(minutes)).toBe(text)
})
