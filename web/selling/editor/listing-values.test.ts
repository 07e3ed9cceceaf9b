import { expect, it } from 'vitest'
import { EMPTY_LISTING, type ListingValues } from './blank-listing.ts'
import { isBlank, ListingFields, publishable, sameListing, toDraft, toScreenField } from './listing-values.ts'

const GOOD: ListingValues = {
  ...EMPTY_LISTING,
  title: 'Samsung Galaxy A54',
  price: '1,850.50',
  category: 'mobile',
  condition: 'good',
  region: 'Ashanti',
}

const wrongIn = (values: Partial<ListingValues>) =>
  ListingFields.safeParse({ ...GOOD, ...values }).error?.issues.map(
    ({ path, message }) => [path.join('.'), message] as const,
  ) ?? []

it.each([
  [{}, []],
  [{ title: 'ab' }, [['title', 'Title too short']]],
  [{ title: 'a'.repeat(101) }, [['title', 'Must be at most 100 characters long']]],
  [{ price: '' }, [['price', 'Invalid price']]],
  [{ price: 'ten' }, [['price', 'Price must be a valid number']]],
  [{ price: '-1' }, [['price', 'Price must not be negative']]],
  [{ price: '1.2345' }, [['price', 'Price may have at most 2 decimals']]],
  [{ price: '1000000' }, [['price', 'Price must be at most 999999.99']]],
  [{ category: '' }, [['category', 'Choose category']]],
  [{ condition: '' }, [['condition', 'Choose condition']]],
  [{ region: '' as const }, [['region', 'Choose a region']]],
  [{ description: 'a'.repeat(2001) }, [['description', 'Must be at most 2000 characters long']]],
  [{ customFields: [{ name: 'Storage', value: '' }] }, []],
  [{ attributes: { brand: 'samsung', storage: '', gearbox: 'Manual' } }, []],
  [
    { title: 'ab', attributes: { storage: '3 GB', batteryHealth: '200' } },
    [
      ['title', 'Title too short'],
      ['attributes.storage', 'Choose storage'],
      ['attributes.batteryHealth', 'Battery health must be between 1 and 100'],
    ],
  ],
  [
    {
      customFields: [
        { name: 'Storage', value: '' },
        { name: '', value: '128 GB' },
      ],
    },
    [['customFields.1.name', 'This field is required']],
  ],
] as const)('checks %j: %j', (values, expected) => {
  expect(wrongIn(values as Partial<ListingValues>)).toEqual(expected)
})

it('publishes the price as a number and no open details', () => {
  const rows = [
    { name: 'Storage', value: '128 GB' },
    { name: 'Battery health', value: ' ' },
  ]
  const form = publishable(ListingFields.parse({ ...GOOD, customFields: rows }))
  expect(form).toMatchObject({ price: '1850.50', customFields: [{ name: 'Storage', value: '128 GB' }] })
})

it('publishes only the attributes of its category', () => {
  const attributes = { brand: 'Samsung', storage: '', gearbox: 'Manual' }
  const form = publishable(ListingFields.parse({ ...GOOD, attributes }))
  expect(form.attributes).toEqual({ brand: 'Samsung' })
})

it("maps the server's row to the row on screen", () => {
  const rows = [
    { name: 'Storage', value: '' },
    { name: 'Colour', value: 'Black' },
  ]
  expect(toScreenField('customFields.0.value', rows)).toBe('customFields.1.value')
  expect(toScreenField('customFields.7.value', rows)).toBe('customFields')
  expect(toScreenField('title', rows)).toBe('title')
})

it.each<[string, Partial<ListingValues>, Partial<ListingValues>, boolean]>([
  ['a good form', {}, { title: GOOD.title, price: '1850.50' }, true],
  [
    'missing fields',
    { title: '', category: '', condition: '', price: '' },
    { title: '', category: '', condition: '', price: '' },
    true,
  ],
  ['a price being typed', { price: '12.345' }, { price: '' }, false],
  ['a title too long', { title: 'a'.repeat(130) }, { title: 'a'.repeat(100) }, false],
  [
    'attributes of another category',
    { attributes: { brand: 'samsung', gearbox: 'Manual', storage: '' } },
    { attributes: { brand: 'Samsung' } },
    true,
  ],
  [
    'an attribute being typed',
    { attributes: { brand: 'Samsung', batteryHealth: '900' } },
    { attributes: { brand: 'Samsung' } },
    false,
  ],
  ['tags with a wrong one', { tags: ['red', 'a'.repeat(31)] }, { tags: ['red'] }, false],
  [
    'details half typed',
    {
      customFields: [
        { name: 'RAM', value: '' },
        { name: '', value: '8 GB' },
        { name: 'Colour', value: 'Black' },
      ],
    },
    { customFields: [{ name: 'Colour', value: 'Black' }] },
    false,
  ],
])('a draft keeps valid values of %s', (_, values, expected, isWhole) => {
  const draft = toDraft({ ...GOOD, ...values })
  expect(draft.form).toMatchObject(expected)
  expect(draft.isWhole).toBe(isWhole)
})

it('detects blank and equal listings', () => {
  expect(isBlank(EMPTY_LISTING)).toBe(true)
  expect(isBlank({ ...EMPTY_LISTING, title: '  ' })).toBe(true)
  expect(isBlank({ ...EMPTY_LISTING, title: 'Bed' })).toBe(false)
  expect(sameListing(GOOD, { ...GOOD, price: '1850.5', title: ` ${GOOD.title} ` })).toBe(true)
  expect(sameListing(GOOD, { ...GOOD, price: '1850.51' })).toBe(false)
})
