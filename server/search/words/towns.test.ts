import { beforeAll, expect, it } from 'vitest'
import type { SearchQuery } from '#contract/search/search.ts'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { originNamed, selectSpots, type Spot, toTowns, townsNear } from './towns.ts'

const database = setUp(createTestDatabase)
let spots: Spot[]

beforeAll(async () => {
  spots = await selectSpots(database.db)
})

const nameOf = (id: number) => spots.find((spot) => spot.id === id)?.name

it.each([
  ['Kumasi', { latitude: 6.69, longitude: -1.62 }],
  ['bolga', { latitude: 10.79, longitude: -0.85 }],
  ['KORLE BU', { latitude: 5.54, longitude: -0.23 }],
  ['5.6,-0.2', { latitude: 5.6, longitude: -0.2 }],
  ['Brong Ahafo', {}],
])('%s has its known position', (near, origin) => {
  expect(originNamed(spots, near)).toMatchObject(origin)
})

it('an unknown name has no position', () => {
  expect(originNamed(spots, 'Atlantis')).toBeUndefined()
})

it.each<[Pick<SearchQuery, 'near' | 'within'>, string[] | undefined]>([
  [{ near: 'Tamale', within: '5' }, ['Sagnarigu', 'Tamale']],
  [{ near: 'Wa', within: '50' }, ['Wa']],
  [{ near: 'Ho', within: '10' }, ['Ho']],
  [{ near: '0,0', within: '100' }, []],
  [{ near: 'Tamale' }, undefined],
  [{ within: '5' }, undefined],
  [{ near: 'Atlantis', within: '5' }, undefined],
])('%j means the expected towns', (query, names) => {
  expect(townsNear(spots, query)?.map(nameOf).toSorted()).toEqual(names)
})

it('town names are unique, so a name identifies a town', () => {
  const names = toTowns(spots).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

it('a suburb has a parent town, and a town has none', () => {
  const towns = toTowns(spots)
  const around = (name: string) => {
    const town = towns.find((each) => each.name === name)
    return town?.withinId === null ? null : nameOf(town?.withinId ?? 0)
  }
  expect(around('Osu')).toBe('Accra')
  expect(around('Kumasi')).toBeNull()
})
