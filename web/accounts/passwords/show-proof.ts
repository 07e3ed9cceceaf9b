import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/platform/api/client.ts'
import { showProblem } from '#web/platform/forms/use-zod-form.ts'

/** As `showProblem`, but a wrong password is shown beside the field where it was typed. */
export function showProof<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  field: FieldPath<Input>,
): void {
  if (error instanceof ApiError && error.code === 'wrong-password') {
    form.setError(field, { message: error.message }, { shouldFocus: true })
  } else showProblem(form, error)
}
