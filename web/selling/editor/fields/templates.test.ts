import { describe, expect, it } from 'vitest'
import { DraftForm } from '#contract/selling/selling.ts'
import { ownWords, withTemplate } from './apply-template.ts'
import { EMPTY_LISTING, type ListingValues } from '#web/selling/editor/blank-listing.ts'
import { ListingFields, publishable } from '#web/selling/editor/listing-values.ts'
import { findExample, TEMPLATES } from './templates.ts'

const CATEGORIES = ['mobile', 'car', 'fashion', 'home-furniture-appliances', 'other']
const byName = (wanted: string) => TEMPLATES.find(({ name }) => name === wanted)!
const phone = byName('Smartphone')

it('the templates are the six of the specification', () => {
  const names = TEMPLATES.map(({ name }) => name)
  expect(names).toEqual(['Smartphone', 'Vehicle', 'Furniture', 'Clothing', 'Textbook', 'General Item'])
})

const apply = (
  values: ListingValues,
  template = phone,
  options: Partial<Parameters<typeof withTemplate>[2]> = {},
) => {
  const { preset, set } = withTemplate(values, template, {
    onlyEmpty: true,
    categories: CATEGORIES,
    ...options,
  })
  return { values: { ...values, ...preset }, set }
}

it.each(TEMPLATES)('$name presets values that the form accepts, with room for more words', (template) => {
  const { values } = apply(EMPTY_LISTING, template, { categories: [] })
  const answered = values.customFields.map(({ name }) => ({ name, value: findExample(name) }))
  expect(DraftForm.safeParse({ ...values, customFields: answered }).error).toBeUndefined()
  expect(template.description.length).toBeLessThan(600)
  expect(template.tags.length).toBeLessThan(6)
  expect(CATEGORIES).toContain(template.category)
})

it.each(TEMPLATES)('$name claims nothing if published unchanged', (template) => {
  const { values } = apply(EMPTY_LISTING, template)
  const needed = { title: 'As it is', price: '10', region: 'Volta' }
  const form = publishable(ListingFields.parse({ ...values, ...needed }))
  expect(form).toMatchObject({ description: '', customFields: [] })
})

it('a template fills a blank form and suggests a category and a condition', () => {
  const { values, set } = apply(EMPTY_LISTING)
  expect(values).toMatchObject({ category: 'mobile', condition: 'good', description: phone.description })
  expect(values.customFields[0]).toEqual({ name: 'Box, charger', value: '' })
  expect(values.tags).toEqual(phone.tags)
  expect(set).toEqual({ category: 'mobile', condition: 'good', tags: phone.tags })
})

it('a template suggests no missing category and keeps a chosen one', () => {
  expect(apply(EMPTY_LISTING, phone, { categories: ['car'] }).values.category).toBe('')
  expect(apply({ ...EMPTY_LISTING, category: 'other' }).values.category).toBe('other')
})

describe('a second template', () => {
  const clothing = byName('Clothing')
  const vehicle = byName('Vehicle')

  it.each([
    ['in the same session', true],
    ['after the draft is opened again', false],
  ])("removes the first one's words %s", (_, isRemembered) => {
    const first = apply(EMPTY_LISTING, clothing)
    const second = apply(first.values, vehicle, isRemembered ? { set: first.set } : {})
    expect(ownWords(first.values, isRemembered ? first.set : undefined)).toEqual([])
    expect(second.values).toEqual(apply(EMPTY_LISTING, vehicle).values)
  })

  it('keeps everything that the seller chose and wrote', () => {
    const first = apply({ ...EMPTY_LISTING, category: 'other', tags: ['blue'] }, clothing)
    const answered = first.values.customFields.map((row) =>
      row.name === 'Worn' ? { ...row, value: 'Twice' } : row,
    )
    const changed: ListingValues = {
      ...first.values,
      condition: 'poor',
      description: first.values.description.replace('Worn: ', 'Worn: twice'),
      customFields: answered,
    }
    const { values } = apply(changed, vehicle, { set: first.set })
    expect(values).toMatchObject({ category: 'other', condition: 'poor', description: 'Worn: twice' })
    expect(values.tags).toEqual(['blue', ...vehicle.tags])
    expect(values.customFields[0]).toEqual({ name: 'Worn', value: 'Twice' })
    expect(values.customFields.slice(1)).toEqual(
      vehicle.customFields.map(({ name }) => ({ name, value: '' })),
    )
  })

  it("keeps the seller's category even if the first template names the same", () => {
    const first = apply({ ...EMPTY_LISTING, category: 'fashion' }, clothing)
    expect(apply(first.values, vehicle, { set: first.set }).values.category).toBe('fashion')
  })

  it("removes the first template's category if its own is not available", () => {
    const first = apply(EMPTY_LISTING, clothing)
    expect(apply(first.values, vehicle, { set: first.set, categories: ['fashion'] }).values.category).toBe('')
  })
})

const typed: ListingValues = {
  ...EMPTY_LISTING,
  description: 'Bought last year.',
  condition: 'fair',
  tags: ['android'],
  customFields: [{ name: 'box, charger', value: 'Both' }],
}

it('a template keeps typed words and completes the lists', () => {
  const { values } = apply(typed)
  expect(values).toMatchObject({ description: typed.description, condition: 'fair' })
  expect(values.tags).toEqual(['android', ...phone.tags])
  expect(values.customFields[0]).toEqual({ name: 'box, charger', value: 'Both' })
  expect(values.customFields.map(({ name }) => name)).not.toContain('Box, charger')
  expect(values.customFields).toHaveLength(phone.customFields.length)
})

it('a template replaces words on request, but never a condition', () => {
  const { values } = apply(typed, phone, { onlyEmpty: false })
  expect(values).toMatchObject({ description: phone.description, condition: 'fair', tags: phone.tags })
  expect(values.customFields).toHaveLength(phone.customFields.length)
})

it.each<[string, ListingValues, string[]]>([
  ['nothing in a blank form', EMPTY_LISTING, []],
  ['nothing after another template', apply(EMPTY_LISTING, byName('Vehicle')).values, []],
  ['typed text', typed, ['description', 'tags', 'customFields']],
  ['only a description', { ...EMPTY_LISTING, description: 'Hello' }, ['description']],
])('a template would overwrite %s', (_, values, expected) => {
  expect(ownWords(values)).toEqual(expected)
})

it("a template never exceeds the form's limits", () => {
  const full: ListingValues = {
    ...EMPTY_LISTING,
    tags: Array.from({ length: 9 }, (_, index) => `tag ${index}`),
    customFields: Array.from({ length: 11 }, (_, index) => ({ name: `Name ${index}`, value: 'x' })),
  }
  const filled = apply(full).values
  expect(filled.tags).toHaveLength(10)
  expect(filled.customFields).toHaveLength(12)
})
