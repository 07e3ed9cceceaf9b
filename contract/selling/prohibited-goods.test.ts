import { expect, it } from 'vitest'
import { findProhibited, PROHIBITED_GOODS, prohibitedIn } from './prohibited-goods.ts'

const namesOf = (text: string) => findProhibited(text).map(({ goods }) => goods.name)

it.each([
  ['Locally made PISTOL, very clean', 'Guns, ammunition and other weapons'],
  ['Tramadol 225 in packs', 'Narcotic drugs'],
  ['MTN registered SIM cards available', 'SIM cards and Mobile Money accounts registered to others'],
  ['iPhone 13, iCloud locked', 'Stolen goods, and phones that are locked or have a changed IMEI'],
  ['Fake dollars for your video', 'Fake money, and money itself'],
  ['Pangolin scales', 'Wild animals and products made from them'],
  ['Bleaching cream, works in a week', 'Bleaching creams with hydroquinone or mercury'],
  ['Gold dust from Obuasi', 'Raw gold, diamonds and other minerals'],
  ['Trámadol', 'Narcotic drugs'],
])('“%s” is recognized as prohibited', (text, name) => {
  expect(namesOf(text)).toEqual([name])
})

it.each([
  'Toy pistol with ten darts',
  'Water gun rifle for children',
  'This phone is not stolen, receipt available',
  'Ivory blouse, size 12',
  'Leopard skin print dress',
  'Ford Escort with new tyres',
  'Fake money detector',
  'Passport cover of leather',
  'Insulin cooler bag for travel',
  'Gold dust eye shadow',
  'Weed killer, five litres',
  'Printer cartridge, black',
])('“%s” is not recognized as prohibited', (text) => {
  expect(namesOf(text)).toEqual([])
})

it('lists the prohibited goods that are common in a category', () => {
  expect(prohibitedIn('mobile').some(({ name }) => name.startsWith('SIM cards'))).toBe(true)
  expect(prohibitedIn('books')).toEqual([])
})

it('each has a unique name and a reason', () => {
  const names = PROHIBITED_GOODS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { reason } of PROHIBITED_GOODS) expect(reason).toMatch(/^[A-Z].+\.$/)
})
