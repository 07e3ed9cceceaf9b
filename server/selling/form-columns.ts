import {
  AMOUNT_COLUMNS,
  amountNames,
  type EMPTY_AMOUNTS,
  PRODUCT_AMOUNTS,
} from '#contract/selling/amounts.ts'
import type { DraftChoices } from '#contract/selling/draft-choices.ts'
import type { DraftForm, SentDraft } from '#contract/selling/selling.ts'
import type { Products } from '#server/platform/db/schema.ts'
import { CHOICE_COLUMNS, toDraftChoices, choicesToColumns } from '#server/products/choices.ts'
import type { Selectable } from 'kysely'
import { type AttributeValues, fittingAttributes, readAttributes } from '#contract/catalog/attribute-rules.ts'

/** The columns that the seller types or chooses. */
export const FORM_COLUMNS = [
  'title',
  'description',
  'category_id',
  'region',
  'location',
  'tags',
  'custom_fields',
  'attributes',
  ...AMOUNT_COLUMNS,
  ...CHOICE_COLUMNS,
] as const
export type FormColumns = Pick<Selectable<Products>, (typeof FORM_COLUMNS)[number]>

type Before = DraftChoices & typeof EMPTY_AMOUNTS & Partial<Pick<DraftForm, 'attributes'>>

/** Completes a sent form; fields that the client does not know stay unchanged. */
export const completeForm = (form: SentDraft, before: Before): DraftForm => ({
  ...before,
  ...form,
  attributes: form.attributes ?? fittingAttributes(form.category, before.attributes ?? {}),
})

export type WrittenColumns = FormColumns & { custom_fields: string; attributes: string }

type Amounts = Pick<FormColumns, (typeof AMOUNT_COLUMNS)[number]>

const amountsToColumns = (form: DraftForm) =>
  Object.fromEntries(
    amountNames.map((name) => [
      PRODUCT_AMOUNTS[name].column,
      form[name] === '' ? null : Number(form[name]).toFixed(2),
    ]),
  ) as unknown as Amounts

const amountsOf = (row: Amounts) =>
  Object.fromEntries(amountNames.map((name) => [name, row[PRODUCT_AMOUNTS[name].column] ?? ''])) as Pick<
    DraftForm,
    (typeof amountNames)[number]
  >

export const toColumns = (form: DraftForm): WrittenColumns => ({
  title: form.title,
  description: form.description,
  category_id: form.category || null,
  region: form.region || null,
  location: form.location,
  tags: form.tags,
  custom_fields: JSON.stringify(form.customFields.map(({ name, value }) => ({ name, value }))),
  attributes: JSON.stringify(readAttributes(form.category, form.attributes).values),
  ...amountsToColumns(form),
  ...choicesToColumns(form),
})

/** The attributes of the row's category, as form texts. */
const attributeTexts = ({ category_id, attributes }: Pick<FormColumns, 'category_id' | 'attributes'>) =>
  fittingAttributes(
    category_id ?? '',
    Object.fromEntries(
      Object.entries(attributes as AttributeValues).map(([name, value]) => [name, String(value)]),
    ),
  )

/** The table's checks and its key to `regions` guarantee these casts. */
export const toForm = (row: FormColumns): DraftForm => ({
  title: row.title,
  description: row.description,
  category: row.category_id ?? '',
  region: (row.region ?? '') as DraftForm['region'],
  location: row.location,
  tags: row.tags,
  customFields: row.custom_fields as DraftForm['customFields'],
  attributes: attributeTexts(row),
  ...amountsOf(row),
  ...toDraftChoices(row),
})

const comparable = (row: FormColumns) => {
  const { customFields, ...rest } = toForm(row)
  return JSON.stringify([rest, customFields.map(({ name, value }) => [name, value])])
}

/** Returns whether a row already has the texts of these columns. */
export const isSameForm = (row: FormColumns, columns: WrittenColumns): boolean =>
  comparable(row) ===
  comparable({
    ...columns,
    custom_fields: JSON.parse(columns.custom_fields) as FormColumns['custom_fields'],
    attributes: JSON.parse(columns.attributes) as FormColumns['attributes'],
  })
