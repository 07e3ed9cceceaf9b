import { beforeAll, expect, test } from 'vitest'
import {
  CUSTOM_FIELD_NAME_MAX,
  CUSTOM_FIELD_VALUE_MAX,
  CUSTOM_FIELDS_MAX,
  DESCRIPTION_MAX,
  LOCATION_MAX,
  TAG_MAX,
  TAGS_MAX,
  TITLE_MAX,
  TITLE_MIN,
} from '#contract/limits.ts'
import { choiceNames, choiceValues, PRODUCT_CHOICES } from '#contract/selling/choices.ts'
import { isAsked } from '#contract/selling/draft-choices.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'

const market = setUp(createTestDatabase)
let id: string
beforeAll(async () => {
  await insertPeople(market.db)
  id = await insertProduct(market.db)
})

const set = (values: object) => market.db.updateTable('products').set(values).where('id', '=', id).execute()
const tags = (count: number, length: number) =>
  Array.from({ length: count }, (_, number) => String(number).padEnd(length, 'é'))
const fields = (count: number, name: number, value: number) => ({
  custom_fields: JSON.stringify(
    Array.from({ length: count }, () => ({ name: 'é'.repeat(name), value: '\n'.repeat(value) })),
  ),
})

test.each([
  ['title_length', { title: 'a'.repeat(TITLE_MAX) }, { title: 'a'.repeat(TITLE_MAX + 1) }],
  ['title_length', { title: 'a'.repeat(TITLE_MIN) }, { title: 'a'.repeat(TITLE_MIN - 1) }],
  [
    'description_length',
    { description: 'a'.repeat(DESCRIPTION_MAX) },
    { description: 'a'.repeat(DESCRIPTION_MAX + 1) },
  ],
  ['location_length', { location: 'a'.repeat(LOCATION_MAX) }, { location: 'a'.repeat(LOCATION_MAX + 1) }],
  ['price_not_negative', { price: '0' }, { price: '-0.01' }],
  ['tags_few', { tags: tags(TAGS_MAX, 5) }, { tags: tags(TAGS_MAX + 1, 5) }],
  ['tags_short', { tags: tags(TAGS_MAX, TAG_MAX) }, { tags: [...tags(3, 5), 'a'.repeat(TAG_MAX + 1)] }],
  ['tags_short', { tags: [] }, { tags: tags(1, TAG_MAX + 1) }],
  [
    'custom_fields_few',
    fields(CUSTOM_FIELDS_MAX, CUSTOM_FIELD_NAME_MAX, CUSTOM_FIELD_VALUE_MAX),
    fields(CUSTOM_FIELDS_MAX + 1, 1, 1),
  ],
  ['custom_fields_short', fields(1, CUSTOM_FIELD_NAME_MAX, 1), fields(2, CUSTOM_FIELD_NAME_MAX + 1, 1)],
  ['custom_fields_short', fields(1, 1, CUSTOM_FIELD_VALUE_MAX), fields(2, 1, CUSTOM_FIELD_VALUE_MAX + 1)],
  ['custom_fields_short', fields(0, 0, 0), { custom_fields: '[{"name": 7, "value": "a"}]' }],
  ['custom_fields_short', fields(1, 1, 1), { custom_fields: '[{"name": "a"}]' }],
  ['attributes_few', { attributes: '{"year": 2014}' }, { attributes: '["year"]' }],
  ['attributes_few', { attributes: '{}' }, { attributes: `{"brand": "${'a'.repeat(2000)}"}` }],
  ['attributes_plain', { attributes: '{"brand": "Kia"}' }, { attributes: '{"brand": ["Kia"]}' }],
  ['attributes_plain', { attributes: '{"engine": 1.3}' }, { attributes: '{"brand": null}' }],
])('the constraint %s allows the limit and nothing above', async (constraint, most, more) => {
  await set(most)
  await expect(set(more)).rejects.toMatchObject({ constraint })
})

test.each(choiceNames)('%s has its initial value and accepts only its choices', async (name) => {
  const { column, initial } = PRODUCT_CHOICES[name]
  const other = await insertProduct(market.db)
  const row = await market.db
    .selectFrom('products')
    .select(column)
    .where('id', '=', other)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ [column]: initial })
  for (const value of choiceValues(name)) await set({ [column]: value })
  await expect(set({ [column]: 'else' })).rejects.toMatchObject({ code: '23514' })
  await expect(set({ [column]: null })).rejects.toMatchObject(
    isAsked(name) ? { constraint: 'published_has_condition' } : { code: '23502' },
  )
})
