import { expect, it } from 'vitest'
import { publishedIn } from './published-state.ts'

it.each([null, undefined, {}, { preservesScroll: true }, { published: '' }])(
  'follows no publication with %j',
  (state) => {
    expect(publishedIn(state)).toBeUndefined()
  },
)

it('follows a publication', () => {
  expect(publishedIn({ published: 'p1' })).toBe('p1')
})
