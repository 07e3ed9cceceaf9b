import { expect, it } from 'vitest'
import { publishedId } from './published-state.ts'

it.each([null, undefined, {}, { preservesScroll: true }, { published: '' }])('ignores %j', (state) => {
  expect(publishedId(state)).toBeUndefined()
})

it('returns the published listing', () => {
  expect(publishedId({ published: 'p1' })).toBe('p1')
})
