import { expect, it } from 'vitest'
import { withTags } from './tags.ts'

it.each<[string[], string, string[]]>([
  [[], 'dual sim', ['dual sim']],
  [['android'], ' #5G , black', ['android', '5G', 'black']],
  [['android'], 'Android', ['android']],
  [[], ' , ,', []],
  [[], 'dual \t sim', ['dual sim']],
  [
    Array.from({ length: 9 }, (_, place) => `t${place}`),
    'a,b',
    [...'012345678'].map((n) => `t${n}`).concat('a'),
  ],
])('%j and %j make %j', (tags, typed, expected) => {
  expect(withTags(tags, typed)).toEqual(expected)
})
