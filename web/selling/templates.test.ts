import { expect, it } from 'vitest'
import { DraftForm } from '#contract/selling.ts'
import { ownWords, withTemplate } from './apply-template.ts'
import { EMPTY_LISTING, type ListingValues } from './blank-listing.ts'
import { exampleOf, TEMPLATES } from './templates.ts'

const CATEGORIES = ['mobile', 'car', 'fashion', 'home-furniture-appliances', 'other']
const byName = (wanted: string) => TEMPLATES.find(({ name }) => name === wanted)!
const phone = byName('Smartphone')

it('are the six of the specification', () => {
  const names = TEMPLATES.map(({ name }) => name)
  expect(names).toEqual(['Smartphone', 'Vehicle', 'Furniture', 'Clothing', 'Textbook', 'General Item'])
})

it.each(TEMPLATES)('$name presets what the form accepts, with room for a few words more', (template) => {
  const values = {
    ...EMPTY_LISTING,
    ...withTemplate(EMPTY_LISTING, template, { keep: false, categories: [] }),
  }
  const answered = values.customFields.map(({ name, value }) => ({ name, value: value || exampleOf(name) }))
  expect(DraftForm.safeParse({ ...values, customFields: answered }).error).toBeUndefined()
  expect(template.description.length).toBeLessThan(600)
  expect(template.tags.length).toBeLessThan(6)
  expect(CATEGORIES).toContain(template.category)
})

it('fills a blank form and suggests a category', () => {
  const preset = withTemplate(EMPTY_LISTING, phone, { keep: true, categories: CATEGORIES })
  expect(preset).toMatchObject({ category: 'mobile', condition: 'good', description: phone.description })
  expect(preset.customFields[0]).toEqual({ name: 'Storage', value: '' })
  expect(preset.tags).toEqual(phone.tags)
})

it('suggests no category that this market does not have, and leaves a chosen one', () => {
  expect(withTemplate(EMPTY_LISTING, phone, { keep: false, categories: ['car'] }).category).toBe('')
  const chosen = { ...EMPTY_LISTING, category: 'other' }
  expect(withTemplate(chosen, phone, { keep: false, categories: CATEGORIES }).category).toBe('other')
})

const typed: ListingValues = {
  ...EMPTY_LISTING,
  description: 'Bought last year.',
  condition: 'fair',
  tags: ['android'],
  customFields: [{ name: 'storage', value: '64 GB' }],
}

it('keeps own words and completes the lists', () => {
  const kept = withTemplate(typed, phone, { keep: true, categories: CATEGORIES })
  expect(kept).toMatchObject({ description: typed.description, condition: 'fair' })
  expect(kept.tags).toEqual(['android', ...phone.tags])
  expect(kept.customFields[0]).toEqual({ name: 'storage', value: '64 GB' })
  expect(kept.customFields.map(({ name }) => name)).not.toContain('Storage')
  expect(kept.customFields).toHaveLength(phone.customFields.length)
})

it('replaces them when told to', () => {
  const replaced = withTemplate(typed, phone, { keep: false, categories: CATEGORIES })
  expect(replaced).toMatchObject({ description: phone.description, condition: 'good', tags: phone.tags })
  expect(replaced.customFields).toHaveLength(phone.customFields.length)
})

it.each<[string, ListingValues, string[]]>([
  ['nothing in a blank form', EMPTY_LISTING, []],
  [
    'nothing after another template',
    { ...EMPTY_LISTING, ...withTemplate(EMPTY_LISTING, byName('Vehicle'), { keep: true, categories: [] }) },
    [],
  ],
  ['what was typed', typed, ['description', 'tags', 'customFields']],
  ['a description alone', { ...EMPTY_LISTING, description: 'Hello' }, ['description']],
])('would overwrite %s', (_, values, expected) => {
  expect(ownWords(values)).toEqual(expected)
})

it('never takes more than the form may hold', () => {
  const full: ListingValues = {
    ...EMPTY_LISTING,
    tags: Array.from({ length: 9 }, (_, place) => `tag ${place}`),
    customFields: Array.from({ length: 11 }, (_, place) => ({ name: `Name ${place}`, value: 'x' })),
  }
  const kept = withTemplate(full, phone, { keep: true, categories: [] })
  expect(kept.tags).toHaveLength(10)
  expect(kept.customFields).toHaveLength(12)
})
