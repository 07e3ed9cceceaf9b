import { expect, it } from 'vitest'
import { withTags } from './tags.ts'

const nine = Array.from({ length: 9 }, (_, index) => `t${index}`)
const LONG = 'a'.repeat(31)

it.each<[string[], string, string[]]>([
  [[], 'dual sim', ['dual sim']],
  [['android'], ' #5G , black', ['android', '5G', 'black']],
  [['android'], 'Android', ['android']],
  [[], ' , ,', []],
  [[], 'dual \t sim', ['dual sim']],
])('adds to %j the typed %j: %j', (tags, typed, expected) => {
  expect(withTags(tags, typed)).toEqual({ tags: expected, left: '', problem: undefined })
})

it('says that there are too many and takes the first', () => {
  expect(withTags(nine, 'a,b')).toEqual({ tags: [...nine, 'a'], left: '', problem: 'At most 10 tags' })
})

it.each([
  [LONG, 'Must be at most 30 characters long'],
  ['\u3164', 'This field is required'],
])('leaves %j to be corrected and takes the others', (wrong, problem) => {
  expect(withTags([], `red, ${wrong}, blue`)).toEqual({ tags: ['red', 'blue'], left: wrong, problem })
})
