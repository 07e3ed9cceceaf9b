import { expect, test } from 'vitest'
import { findOddSentences } from './english.ts'

test.each([
  ['a.ts', '/** Of one connection. */'],
  ['a.ts', '// By which a CDN finds it.'],
  ['a.ts', '/**\n * That share the port,\n * and so what is allowed.\n */'],
  ['a.ts', '// It is written\n// anew.'],
  ['a.sql', '-- Whose rows are\n-- read.\nselect 1'],
  ['a.test.ts', "it('without any product has its pages', run)"],
  ['a.test.ts', 'test.each(rows)(`of ${kind} is read`, run)'],
])('finds the odd sentence in %s: %s', (path, text) => {
  expect(findOddSentences(path, text)).toHaveLength(1)
})

test.each([
  ['a.ts', '/** Maximum packets per connection. */'],
  ['a.ts', '// Of course the order matters.'],
  ['a.ts', "const text = 'Of one connection.'"],
  ['a.ts', "describe('on a phone', run)"],
  ['a.test.ts', "it('rejects a fourth offer', run)"],
])('accepts what %s says: %s', (path, text) => {
  expect(findOddSentences(path, text)).toEqual([])
})

test('names the line', () => {
  expect(findOddSentences('a.ts', '\n\n// Whose names it has.')).toMatchObject([{ line: 3 }])
})
