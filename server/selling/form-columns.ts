import type { DraftForm } from '#contract/selling/selling.ts'
import type { Products } from '#server/platform/db/schema.ts'
import type { Selectable } from 'kysely'

/** The columns of what the seller types. */
export const FORM_COLUMNS = [
  'title',
  'description',
  'price',
  'price_type',
  'category_id',
  'condition',
  'region',
  'location',
  'tags',
  'custom_fields',
] as const
export type FormColumns = Pick<Selectable<Products>, (typeof FORM_COLUMNS)[number]>

export const toColumns = (form: DraftForm): FormColumns & { custom_fields: string } => ({
  title: form.title,
  description: form.description,
  price: form.price === '' ? null : Number(form.price).toFixed(2),
  price_type: form.priceType,
  category_id: form.category || null,
  condition: form.condition,
  region: form.region || null,
  location: form.location,
  tags: form.tags,
  custom_fields: JSON.stringify(form.customFields.map(({ name, value }) => ({ name, value }))),
})

/** The casts hold by the table's checks and by its key to `regions`. */
export const toForm = (row: FormColumns): DraftForm => ({
  title: row.title,
  description: row.description,
  price: row.price ?? '',
  priceType: row.price_type as DraftForm['priceType'],
  category: row.category_id ?? '',
  condition: row.condition as DraftForm['condition'],
  region: (row.region ?? '') as DraftForm['region'],
  location: row.location,
  tags: row.tags,
  customFields: row.custom_fields as DraftForm['customFields'],
})

const comparable = (form: DraftForm) =>
  JSON.stringify([
    form.title,
    form.description,
    form.price,
    form.priceType,
    form.category,
    form.condition,
    form.region,
    form.location,
    form.tags,
    form.customFields.map(({ name, value }) => [name, value]),
  ])

/** Whether a row has the texts of these columns already. */
export const isSameForm = (row: FormColumns, columns: FormColumns & { custom_fields: string }): boolean =>
  comparable(toForm(row)) ===
  comparable(
    toForm({ ...columns, custom_fields: JSON.parse(columns.custom_fields) as FormColumns['custom_fields'] }),
  )
