import * as z from 'zod/mini'
import { fittingAttributes, ownAttributes } from '#contract/catalog/attribute-rules.ts'
import { DESCRIPTION_MAX, LOCATION_MAX, TITLE_MAX } from '#contract/limits.ts'
import { ownAttributesFit } from '#contract/selling/attribute-schemas.ts'
import { amountNames } from '#contract/selling/amounts.ts'
import { DraftForm, ListingForm, type OwnProduct } from '#contract/selling/selling.ts'
import { type CustomField, EMPTY_LISTING, type ListingValues } from './blank-listing.ts'

const FieldRow = z.object({ name: z.string(), value: z.string() })

/** A detail without a value is a question that the seller left open: it is no error and is not sent. */
const isOpen = ({ value }: CustomField) => value.trim() === ''
const withoutOpen = (rows: CustomField[]) => rows.filter((row) => !isOpen(row))

const FieldRows = z.array(FieldRow).check(({ value: rows, issues }) => {
  for (const [index, row] of rows.entries()) {
    const checked = isOpen(row) ? undefined : ListingForm.shape.customFields.safeParse([row])
    for (const { path, message } of checked?.error?.issues ?? []) {
      issues.push({ code: 'custom', path: [index, ...path.slice(1)], message, input: rows })
    }
  }
})

/** The requirements for publishing, for the rows on the screen. */
export const ListingFields = z
  .extend(ListingForm, { customFields: FieldRows })
  .check(ownAttributesFit) as z.ZodMiniType<ListingForm, ListingValues>

/** The form ready for publishing, without open details and attributes of other categories. */
export const publishable = (form: ListingForm): ListingForm => ({
  ...form,
  customFields: withoutOpen(form.customFields),
  attributes: ownAttributes(form.category, form.attributes),
})

/** The field on the screen for a field that the server names; the screen shows open rows as well. */
export function toScreenField(field: string, rows: CustomField[]): string {
  const [, index, rest = ''] = /^customFields\.(\d+)(.*)$/.exec(field) ?? []
  if (index === undefined) return field
  const row = withoutOpen(rows)[Number(index)]
  return row ? `customFields.${rows.indexOf(row)}${rest}` : 'customFields'
}

const SHORTENED: Partial<Record<keyof ListingValues, number>> = {
  title: TITLE_MAX,
  description: DESCRIPTION_MAX,
  location: LOCATION_MAX,
}

/** The nearest value that the server accepts; undefined if there is none. */
function shortened(name: keyof ListingValues, value: unknown): unknown {
  const most = SHORTENED[name]
  return typeof value === 'string' && most !== undefined
    ? [...value.trim()].slice(0, most).join('')
    : undefined
}

const sizeOf = (record: object) => Object.keys(record).length

/**
 * The part of the form that the server can store as a draft. `isWhole` is false if some typed text is not in it, such
 * as an incomplete price.
 */
export function toDraft(values: ListingValues): { form: DraftForm; isWhole: boolean } {
  const rows = withoutOpen(values.customFields)
  const whole = rows.filter((row) => DraftForm.shape.customFields.safeParse([row]).success)
  const tags = values.tags.filter((tag) => DraftForm.shape.tags.safeParse([tag]).success)
  const attributes = fittingAttributes(values.category, values.attributes)
  const typed = { ...values, tags, customFields: whole, attributes }
  const form: Record<string, unknown> = { ...EMPTY_LISTING }
  let isWhole =
    whole.length === rows.length &&
    tags.length === values.tags.length &&
    sizeOf(attributes) === sizeOf(ownAttributes(values.category, values.attributes))
  for (const name of Object.keys(EMPTY_LISTING) as (keyof ListingValues)[]) {
    const field = DraftForm.shape[name] as z.ZodMiniType
    const parsed = field.safeParse(typed[name])
    if (parsed.success) form[name] = parsed.data
    else {
      isWhole = false
      const near = field.safeParse(shortened(name, typed[name]))
      if (near.success) form[name] = near.data
    }
  }
  return { form: form as DraftForm, isWhole }
}

/** Whether the form says nothing about a product; the location may come from the previous listing. */
export const isBlank = (values: ListingValues): boolean =>
  sameListing({ ...values, region: '', location: '' }, EMPTY_LISTING)

/** Whether two forms have the same content, however it was typed. */
export function sameListing(one: ListingValues, other: ListingValues): boolean {
  const said = (values: ListingValues) => {
    const { form, isWhole } = toDraft(values)
    // '12.5' and '12.50' are the same price.
    const amounts = amountNames.map((name) => [name, form[name] && Number(form[name])])
    return JSON.stringify(isWhole ? { ...form, ...Object.fromEntries(amounts) } : values)
  }
  return said(one) === said(other)
}

export const toListingValues = ({ form }: OwnProduct): ListingValues => ({ ...form })
