import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseShortCode, shortCode, shortPath, toSlug } from './short-links.ts'

it('a short code has 22 characters and decodes to its id', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(shortCode(id)).toHaveLength(22)
      expect(parseShortCode(shortCode(id))).toBe(id)
    }),
  )
})

it.each([
  '',
  'iphone',
  '0'.repeat(22),
  'z'.repeat(22),
  'l'.repeat(22),
  '1'.repeat(21),
  '1'.repeat(23),
  `${'1'.repeat(21)}\n`,
])('%j is not a short code', (text) => {
  expect(parseShortCode(text)).toBeUndefined()
})

it.each([
  ['iPhone 12, 128 GB', 'iphone-12-128-gb'],
  ['  Café crème  ', 'cafe-creme'],
  ['Ɔkɔmfo Ɛdɛ Ŋutɔ', 'okomfo-ede-nuto'],
  ['Øl Łódź Straße Ðoð Þór Æsop Œuvre', 'ol-lodz-strasse-dod-thor-aesop-oeuvre'],
  ['2/3 bedroom <house>?', '2-3-bedroom-house'],
  ['Toyota Corolla 2014 automatic in very good order', 'toyota-corolla-2014-automatic-in-very'],
  ['x'.repeat(100), ''],
  ['你好', ''],
])('“%s” becomes the slug “%s”', (title, slug) => {
  expect(toSlug(title)).toBe(slug)
})

it('a title without readable words gives a path with the code only', () => {
  const id = '0190a000-0000-7000-8000-000000000000'
  expect(shortPath({ id, title: '你好' })).toBe(`/p/${shortCode(id)}`)
})
