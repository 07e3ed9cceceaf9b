import { expect, it } from 'vitest'
import { publishedIn } from './published-state.ts'

it.each([null, undefined, {}, { preservesScroll: true }, { published: '' }])('ignores %j', (state) => {
  expect(publishedIn(state)).toBeUndefined()
})

it('returns the published listing', () => {
  expect(publishedIn({ published: 'p1' })).toBe('p1')
})
