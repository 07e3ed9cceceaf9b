import { describe, expect, it } from 'vitest'
import { ATTRIBUTES } from './attributes.ts'
import {
  ATTRIBUTE_TEXT_MAX,
  attributeText,
  attributesOf,
  fittingAttributes,
  readAttributes,
} from './attribute-rules.ts'
import { TELLING_ATTRIBUTES, tellingText } from './telling-attributes.ts'
import { attributesInTitle, withSuggested } from './attributes-in-title.ts'

const EVERY = Object.entries(ATTRIBUTES).flatMap(([category, attributes]) =>
  Object.entries(attributes).map(([name, attribute]) => ({ category, name, attribute })),
)

describe('the attributes table', () => {
  it('covers each category of the market', () => {
    expect(Object.keys(ATTRIBUTES).toSorted()).toEqual([
      'beauty-personal-care',
      'car',
      'computer-accessories',
      'computers',
      'console',
      'console-accessories',
      'fashion',
      'home',
      'home-furniture-appliances',
      'mobile',
      'other',
    ])
  })

  it.each(EVERY)(
    'gives $category $name a name that fits addresses and the index',
    ({ category, name, attribute }) => {
      // A search term has at most 100 characters; a text value takes 40 of them.
      expect(`/a/${category}/${name}/`.length).toBeLessThanOrEqual(60)
      expect(name).toMatch(/^[a-zA-Z]{1,20}$/)
      expect(attribute.kind !== 'number' || attribute.min < attribute.max).toBe(true)
    },
  )

  it.each(EVERY.filter(({ attribute }) => attribute.kind !== 'number'))(
    'accepts every value that it offers for $category $name',
    ({ category, name, attribute }) => {
      if (attribute.kind === 'number') return
      const values = attribute.kind === 'choice' ? attribute.values : attribute.suggestions
      for (const value of values) {
        expect(readAttributes(category, { [name]: value })).toEqual({
          values: { [name]: value },
          problems: [],
        })
        expect(value).toMatch(/^[^*#~]{1,40}$/)
      }
      expect(new Set(values.map((value) => value.toLowerCase())).size).toBe(values.length)
    },
  )
})

describe('attributes in a title', () => {
  it.each([
    ['mobile', 'iPhone 12 128GB', { brand: 'Apple', model: 'iPhone 12', storage: '128 GB' }],
    [
      'mobile',
      'Clean iPhone 13 Pro Max, 256 gb, 87% battery',
      { brand: 'Apple', model: 'iPhone 13 Pro Max', storage: '256 GB', batteryHealth: '87' },
    ],
    [
      'mobile',
      'Samsung Galaxy A54 8GB/256GB black',
      { brand: 'Samsung', model: 'Galaxy A54', ram: '8 GB', storage: '256 GB', colour: 'Black' },
    ],
    ['mobile', 'Tecno Spark 10 dual sim', { brand: 'Tecno', model: 'Spark 10', sim: 'Dual SIM' }],
    ['mobile', 'Phone case', {}],
    [
      'computers',
      'HP EliteBook 840 G5 i5 8GB 256GB',
      { brand: 'HP', model: 'EliteBook 840 G5', processor: 'Intel Core i5', ram: '8 GB', storage: '256 GB' },
    ],
    [
      'car',
      'Toyota Vitz 2014 automatic, 96,000 km',
      { make: 'Toyota', model: 'Vitz', year: '2014', mileage: '96000', gearbox: 'Automatic' },
    ],
    ['car', 'Corolla 2010', { make: 'Toyota', model: 'Corolla', year: '2010' }],
    ['car', 'Land Cruiser Prado 2.7 litres diesel', { model: 'Land Cruiser', fuel: 'Diesel', engine: '2.7' }],
    [
      'home',
      '2 bedroom apartment for rent, furnished',
      { kind: 'Apartment', offer: 'Rent', bedrooms: '2', furnished: 'Furnished' },
    ],
    ['home', 'Unfurnished 3-bedroom house', { kind: 'House', bedrooms: '3', furnished: 'Unfurnished' }],
    ['fashion', 'Nike shoes size 42 black', { kind: 'Shoes', size: '42', brand: 'Nike', colour: 'Black' }],
    [
      'fashion',
      "Women's kente dress UK 12",
      { kind: 'Dress', for: 'Women', size: 'UK 12', material: 'Kente' },
    ],
    ['no-such-category', 'iPhone 12', {}],
    ['constructor', 'iPhone 12', {}],
  ])('are found for %s in “%s”', (category, title, expected) => {
    expect(attributesInTitle(category, title)).toEqual(expected)
  })

  it('fill empty fields and keep the seller’s own input', () => {
    const first = withSuggested({ colour: 'Red' }, {}, { brand: 'Apple', colour: 'Black' })
    expect(first.texts).toEqual({ brand: 'Apple', colour: 'Red' })
    const second = withSuggested(first.texts, first.suggested, { brand: 'Samsung' })
    expect(second.texts).toEqual({ brand: 'Samsung', colour: 'Red' })
    const own = withSuggested({ ...second.texts, brand: 'Nokia' }, second.suggested, { brand: 'Apple' })
    expect(own.texts).toEqual({ brand: 'Nokia', colour: 'Red' })
  })

  it('do not fill a field again after the seller emptied it', () => {
    const first = withSuggested({}, {}, { brand: 'Apple' })
    const emptied = withSuggested({ brand: '' }, first.suggested, { brand: 'Apple' })
    expect(withSuggested(emptied.texts, emptied.suggested, { brand: 'Samsung' }).texts.brand).toBe('')
  })

  it('empty a field again when the new title no longer has the value', () => {
    const first = withSuggested({}, {}, { storage: '128 GB' })
    expect(withSuggested(first.texts, first.suggested, {}).texts.storage).toBe('')
  })
})

describe('attributes in a form', () => {
  it.each([
    [
      'mobile',
      { brand: ' samsung ', storage: '128gb', batteryHealth: '' },
      { brand: 'Samsung', storage: '128 GB' },
    ],
    ['mobile', { brand: 'Fairphone' }, { brand: 'Fairphone' }],
    ['car', { mileage: '96,000', year: '2014', engine: '1.3' }, { year: 2014, mileage: 96_000, engine: 1.3 }],
    ['fashion', { brand: 'h&m' }, { brand: 'H&M' }],
  ])('%s %j is stored normalized', (category, texts, values) => {
    expect(readAttributes(category, texts)).toEqual({ values, problems: [] })
  })

  it.each([
    ['mobile', { storage: '3 GB' }, 'storage', 'Choose storage'],
    ['mobile', { gearbox: 'Manual' }, 'gearbox', 'This category does not have this detail'],
    ['mobile', { constructor: 'x' }, 'constructor', 'This category does not have this detail'],
    [
      'mobile',
      JSON.parse('{"__proto__":"x"}') as Record<string, string>,
      '__proto__',
      'This category does not have this detail',
    ],
    [
      'mobile',
      { brand: 'x'.repeat(ATTRIBUTE_TEXT_MAX + 1) },
      'brand',
      'Brand may have at most 40 characters',
    ],
    ['mobile', { brand: 'A*B#C' }, 'brand', 'Brand may have letters and digits only'],
    ['mobile', { batteryHealth: '101' }, 'batteryHealth', 'Battery health must be between 1 and 100'],
    ['car', { year: '20.5' }, 'year', 'Year must be between 1950 and 2030'],
    ['car', { year: '2014.5' }, 'year', 'Year must be a whole number'],
    ['car', { engine: '1.33' }, 'engine', 'Engine may have at most one decimal'],
    ['car', { mileage: '1e3' }, 'mileage', 'Mileage must be a number'],
    ['car', { mileage: '-5' }, 'mileage', 'Mileage must be a number'],
  ])('%s %j is refused with the attribute’s name', (category, texts, name, message) => {
    expect(readAttributes(category, texts)).toEqual({ values: {}, problems: [{ name, message }] })
  })

  it.each(['', 'boats', 'constructor', '__proto__'])(
    'are ignored for the unknown category %j',
    (category) => {
      expect(readAttributes(category, { brand: 'Apple', name: 'x' })).toEqual({ values: {}, problems: [] })
    },
  )

  it('are dropped if they belong to another category', () => {
    expect(fittingAttributes('mobile', { gearbox: 'Manual', brand: 'Apple', storage: '' })).toEqual({
      brand: 'Apple',
    })
    expect(fittingAttributes('', { brand: 'Apple' })).toEqual({})
  })
})

it.each([
  ['car', 'mileage', 96_000, '96,000 km'],
  ['car', 'year', 2014, '2014'],
  ['car', 'engine', 1.3, '1.3 litres'],
  ['mobile', 'storage', '128 GB', '128 GB'],
])('%s %s of %s reads %s', (category, name, value, expected) => {
  const attribute = Object.fromEntries(attributesOf(category))[name]
  expect(attribute && attributeText(attribute, value)).toBe(expected)
})

describe('the telling attributes', () => {
  it('are attributes of their category, some for each', () => {
    expect(Object.keys(TELLING_ATTRIBUTES).toSorted()).toEqual(Object.keys(ATTRIBUTES).toSorted())
    for (const [category, names] of Object.entries(TELLING_ATTRIBUTES))
      for (const name of names) expect(ATTRIBUTES[category], `${category} ${name}`).toHaveProperty(name)
  })

  it.each([
    ['storage', '128 GB', '128 GB'],
    ['size', '42', 'Size 42'],
    ['offer', 'Rent', 'For rent'],
    ['bedrooms', '1', '1 bedroom'],
    ['bedrooms', '3', '3 bedrooms'],
  ])('say %s %s as %s', (name, value, text) => {
    expect(tellingText(name, value)).toBe(text)
  })
})
