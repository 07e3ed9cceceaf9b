import { expect, it } from 'vitest'
import type { Town } from '#contract/search/search.ts'
import { createMeasure, findTown, nearestTown } from './measure.ts'
import { createRegionFinder } from './region-finder.ts'
import { findTownByName, suggestTowns } from './suggest-towns.ts'

let id = 0
const town = (
  name: string,
  region: string,
  [latitude, longitude]: [number, number],
  more: Partial<Town> = {},
): Town => ({ id: ++id, name, otherNames: [], region, withinId: null, latitude, longitude, ...more })

const accra = town('Accra', 'Greater Accra', [5.56, -0.2])
const kumasi = town('Kumasi', 'Ashanti', [6.69, -1.62], { otherNames: ['Ksi', 'Oseikrom'] })
const TOWNS = [
  accra,
  town('Osu', 'Greater Accra', [5.55, -0.18], { withinId: accra.id }),
  town('Legon', 'Greater Accra', [5.65, -0.19], { withinId: accra.id }),
  town('East Legon', 'Greater Accra', [5.64, -0.16], { withinId: accra.id }),
  town('Korle Bu', 'Greater Accra', [5.54, -0.23], { withinId: accra.id }),
  town('Tema', 'Greater Accra', [5.67, -0.02]),
  kumasi,
  town('Adum', 'Ashanti', [6.69, -1.63], { withinId: kumasi.id }),
  town('Sunyani', 'Bono', [7.34, -2.33]),
]

it.each([
  ['Osu', 'Greater Accra', 'Osu'],
  ['Osu, Accra', 'Greater Accra', 'Osu'],
  ['Accra - Osu', 'Greater Accra', 'Osu'],
  ['near the market,EAST LEGON', 'Greater Accra', 'East Legon'],
  ['Korle-Bu', 'Greater Accra', 'Korle Bu'],
  ['KorleBu', 'Greater Accra', 'Korle Bu'],
  ['Ɔsu', 'Greater Accra', 'Osu'],
  ['ksi', 'Ashanti', 'Kumasi'],
  ['Sunyani', 'Brong Ahafo', 'Sunyani'],
  ['Osu', 'Ashanti', undefined],
  ['Atlantis', 'Volta', undefined],
  ['', 'Greater Accra', undefined],
])('%s in %s is found in %s', (text, region, name) => {
  expect(findTown(TOWNS, region, text)?.name).toBe(name)
})

it.each([
  ['Tema', 'Greater Accra', '23 km'],
  ['Adum', 'Ashanti', '202 km'],
  ['Legon', 'Greater Accra', '10 km'],
  ['Korle Bu', 'Greater Accra', '4 km'],
  ['Accra', 'Greater Accra', undefined],
  ['', 'Greater Accra', undefined],
])('%s, %s is %s from Accra', (location, region, distance) => {
  expect(createMeasure(TOWNS, accra)({ location, region })).toBe(distance)
})

it.each([
  ['Adum, Kumasi', 'Ashanti'],
  ['KSI', 'Ashanti'],
  ['Ɔsu', 'Greater Accra'],
  ['behind the station, east legon', 'Greater Accra'],
  ['on the road from Kumasi to Sunyani', undefined],
  ['Atlantis', undefined],
  ['', undefined],
])('%j is found in %s', (text, region) => {
  expect(createRegionFinder(TOWNS)(text)).toBe(region)
})

it('a neighbouring area is at least one kilometre away', () => {
  expect(createMeasure(TOWNS, kumasi)({ location: 'Adum', region: 'Ashanti' })).toBe('1 km')
})

it('the nearest town is found by position', () => {
  expect(nearestTown(TOWNS, { latitude: 5.66, longitude: -0.03 })?.name).toBe('Tema')
  expect(nearestTown([], { latitude: 5.66, longitude: -0.03 })).toBeUndefined()
})

it.each([
  ['le', ['Legon', 'East Legon', 'Korle Bu']],
  ['EAST l', ['East Legon']],
  ['ose', ['Kumasi']],
  [' ', []],
  ['xyz', []],
])('%j suggests %j', (typed, names) => {
  expect(suggestTowns(TOWNS, typed).map(({ name }) => name)).toEqual(names)
})

it.each([
  ['korle bu', 'Korle Bu'],
  ['Ksi', 'Kumasi'],
  ['Korle', undefined],
])('%j names %j', (typed, name) => {
  expect(findTownByName(TOWNS, typed)?.name).toBe(name)
})
