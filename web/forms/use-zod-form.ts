import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError, reasonOf } from '#web/api/client.ts'

// The policy forbids code made from text, which zod would try for speed.
z.config({ jitless: true })

type FormSchema<Input extends FieldValues, Output extends FieldValues> = z.ZodMiniType<Output, Input>

/** A form that checks what the contract checks, as soon as a field was left. */
export function useZodForm<Input extends FieldValues, Output extends FieldValues>(
  schema: FormSchema<Input, Output>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues, mode: 'onTouched' })
}

/**
 * Shows a refusal where it belongs: beside the fields that the server names, else above the form. What was typed
 * stays.
 */
export function showProblem<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  fault?: string,
): void {
  const fields = error instanceof ApiError ? error.fields : []
  for (const [place, { field, message }] of fields.entries()) {
    form.setError(field as FieldPath<Input>, { message }, { shouldFocus: place === 0 })
  }
  if (fields.length === 0) form.setError('root', { message: messageOf(error, fault) })
}

/** SPEC 8: anything else that goes wrong while signing in. */
export const AUTH_FAULT = 'Authentication failed. Please try again.'

/** What to tell of a failure; `fault` stands in for what is nobody's to understand. */
export function messageOf(error: unknown, fault = 'Something went wrong. Please try again.'): string {
  return reasonOf(error) ?? fault
}
