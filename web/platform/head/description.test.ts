import { expect, it } from 'vitest'
import { toDescription } from './description.ts'

it('joins the available texts in one line', () => {
  expect(toDescription('GH₵90 in Osu.', undefined, '', ' A stool\n\nof wood. ')).toBe(
    'GH₵90 in Osu. A stool of wood.',
  )
})

it.each([
  'word, '.repeat(60),
  `${'a'.repeat(150)} ${'b'.repeat(150)}`,
  'x'.repeat(400),
  `${'y'.repeat(158)}.  more`,
])('ends at a word within 160 characters', (text) => {
  const short = toDescription(text)
  expect(short.length).toBeLessThanOrEqual(160)
  expect(short).toMatch(/[\p{L}]…$/u)
})
