import { expect, it } from 'vitest'
import { checkQuality } from './quality.ts'

const metOf = (title: string, description: string, photos: number) =>
  checkQuality({ title, description, photos })
    .filter(({ isMet }) => isMet)
    .map(({ key }) => key)

it.each([
  ['', '', 0, []],
  ['a'.repeat(9), 'b'.repeat(49), 0, []],
  ['a'.repeat(10), 'b'.repeat(49), 0, ['title']],
  ['a'.repeat(9), 'b'.repeat(50), 0, ['description']],
  ['a'.repeat(9) + ' '.repeat(5), ' '.repeat(60), 0, []],
  ['', '', 1, ['photo']],
  ['', '', 2, ['photo']],
  ['', '', 3, ['photo', 'photos']],
  ['a'.repeat(10), 'b'.repeat(50), 5, ['photo', 'title', 'description', 'photos']],
])('rates title %j, description %j and %i photos', (title, description, photos, met) => {
  expect(metOf(title, description, photos)).toEqual(met)
})

it('requires only one image', () => {
  const required = checkQuality({ title: '', description: '', photos: 0 }).filter(
    ({ isRequired }) => isRequired,
  )
  expect(required).toMatchObject([{ text: 'At least 1 image' }])
})
