import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/platform/api/client.ts'
import { showProblem } from '#web/platform/forms/use-zod-form.ts'

/** Like `showProblem`, but shows a wrong password beside its field. */
export function showProof<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  field: FieldPath<Input>,
): void {
  if (error instanceof ApiError && error.code === 'wrong-password') {
    form.setError(field, { message: error.message }, { shouldFocus: true })
  } else showProblem(form, error)
}
