import type { FieldPath } from 'react-hook-form'
import { ApiError } from '#web/platform/api/client.ts'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'
import type { ListingValues } from './blank-listing.ts'
import type { ListingFormState } from './listing-form-type.ts'
import { fieldOnScreen } from './listing-values.ts'

/** SPEC 8. */
export const CREATE_FAULT = 'Failed to create product. Please try again.'
export const SAVE_FAULT = 'Failed to save the listing. Please try again.'
export const FIX_ERRORS = 'Please fix the errors'

/** The server's word about fields, which it names as they were sent: `form.customFields.0.value`. */
function wrongFields(error: unknown, values: ListingValues): [FieldPath<ListingValues>, string][] {
  if (!(error instanceof ApiError)) return []
  return error.fields.map(({ field, message }) => [
    fieldOnScreen(field.replace(/^form\./, ''), values.customFields) as FieldPath<ListingValues>,
    message,
  ])
}

/** Shows a refusal beside the fields that the server names, else above the form. True when fields were named. */
export function showRefusal(form: ListingFormState, error: unknown, fault: string): boolean {
  const fields = wrongFields(error, form.getValues())
  for (const [name, message] of fields) form.setError(name, { message })
  if (fields.length === 0) form.setError('root', { message: messageOf(error, fault) })
  else form.setFocus(fields[0]?.[0] ?? 'title')
  return fields.length > 0
}
