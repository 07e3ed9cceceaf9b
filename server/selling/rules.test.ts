import { describe, expect, it } from 'vitest'
import { EMPTY_AMOUNTS } from '#contract/selling/amounts.ts'
import { INITIAL_CHOICES } from '#contract/selling/draft-choices.ts'
import type { DraftForm } from '#contract/selling/selling.ts'
import { type FormColumns, isSameForm, toColumns, toForm } from './form-columns.ts'
import { buyerAfter, editRefusal, photoRefusal } from './rules.ts'

describe('an edit', () => {
  it.each([
    ['draft', 'draft', 3, false, undefined],
    ['draft', 'draft', 2, false, 'edited-elsewhere'],
    ['draft', 'draft', 2, true, undefined],
    ['draft', 'published', 3, true, 'not-published'],
    ['sold', 'published', 3, false, undefined],
    ['reserved', 'published', 4, false, 'edited-elsewhere'],
    ['available', 'draft', 2, true, 'already-published'],
  ] as const)(
    'is judged by status and version: a %s product as %s at version %i',
    (status, of, version, isSame, refusal) => {
      expect(editRefusal({ status, version: 3 }, { of, version, isUnchanged: isSame })).toBe(refusal)
    },
  )
})

it.each([
  [0, 'image-required'],
  [1, undefined],
  [5, undefined],
  [6, 'too-many-images'],
])('%i photos give the refusal %s', (photos, refusal) => {
  expect(photoRefusal(photos)).toBe(refusal)
})

it.each([
  ['kofi', 'available', 'esi', null],
  ['kofi', 'sold', undefined, 'kofi'],
  ['kofi', 'sold', null, null],
  [null, 'reserved', 'esi', 'esi'],
  [null, 'sold', undefined, null],
] as const)('the buyer %s becomes the expected one after %s to %s', (now, status, buyerId, after) => {
  expect(buyerAfter(now, { status, buyerId })).toBe(after)
})

describe('the columns of a form', () => {
  const empty: DraftForm = {
    title: '',
    description: '',
    ...EMPTY_AMOUNTS,
    ...INITIAL_CHOICES,
    priceType: 'fixed',
    category: '',
    condition: 'new',
    region: '',
    location: '',
    tags: [],
    customFields: [],
    attributes: {},
  }
  const afterStoring = (form: DraftForm) => {
    const columns = toColumns(form)
    return toForm({
      ...columns,
      custom_fields: JSON.parse(columns.custom_fields) as FormColumns['custom_fields'],
      attributes: JSON.parse(columns.attributes) as FormColumns['attributes'],
    })
  }

  it('store missing values as null', () => {
    expect(toColumns(empty)).toMatchObject({ price: null, category_id: null, region: null })
    expect(afterStoring(empty)).toEqual(empty)
  })

  it.each([
    ['1250', '1250.00'],
    ['0.1', '0.10'],
    ['999999.99', '999999.99'],
    ['0.07', '0.07'],
    ['1234.5', '1234.50'],
    ['007', '7.00'],
  ])('store the price %s as %s', (price, stored) => {
    expect(afterStoring({ ...empty, price }).price).toBe(stored)
  })

  it('are equal regardless of key order, and differ with any value', () => {
    const form = {
      ...empty,
      price: '5',
      category: 'car',
      customFields: [{ name: 'Storage', value: '1 TB' }],
      attributes: { make: 'Kia', year: '2014' },
    }
    const stored = {
      ...toColumns(form),
      custom_fields: [{ value: '1 TB', name: 'Storage' }],
      attributes: { year: 2014, make: 'Kia' },
    }
    expect(isSameForm(stored, toColumns({ ...form, price: '5.0' }))).toBe(true)
    for (const change of [
      { price: '5.01' },
      { tags: ['a'] },
      { customFields: [] },
      { region: 'Volta' },
      { attributes: { make: 'Kia', year: '2015' } },
    ]) {
      expect(isSameForm(stored, toColumns({ ...form, ...change } as DraftForm))).toBe(false)
    }
  })
})
