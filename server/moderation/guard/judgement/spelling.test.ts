import { expect, it } from 'vitest'
import { plainText } from './look-alikes.ts'
import { withoutSigns } from './spelling.ts'

const known = new Set(['deliver', 'first', 'deposit', 'code'])

it.each([
  ['d3p0s1t', 'deposit'],
  ['de1iver', 'deliver'],
  ['f!rst', 'first'],
  ['c)de', 'code'],
  ['c@sh n$w', 'cash nsw'],
  ['Sеnd thе сodе', 'send the code'],
  ['o244123456', '0244123456'],
])('reads %s as %s', (typed, read) => {
  expect(withoutSigns(plainText(typed), known)).toBe(read)
})

it.each(['b4', '64gb', '2pm', 'ps5', 's10', '2moro', '4u', 'great!', '5000'])('leaves %s alone', (word) => {
  expect(withoutSigns(word, known)).toBe(word)
})
