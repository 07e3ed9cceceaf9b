import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  useForm,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { ApiError, isProofDeclined, reasonOf } from '#web/platform/api/client.ts'
import { afterPress, followPresses } from './after-press.ts'
import { isLoggedOut, LOGGED_OUT } from './logged-out.ts'

// The Content-Security-Policy forbids code made from text, which zod would try for speed.
z.config({ jitless: true })

type FormSchema<Input extends FieldValues, Output extends FieldValues> = z.ZodMiniType<Output, Input>

/**
 * A form that checks the contract's rules as soon as somebody leaves a field. The errors move nothing that is
 * being pressed. With the mode `onSubmit`, leaving a field shows no error: for forms that take the focus by themselves.
 */
export function useZodForm<Input extends FieldValues, Output extends FieldValues>(
  schema: FormSchema<Input, Output>,
  defaultValues: DefaultValues<Input>,
  mode: 'onTouched' | 'onSubmit' = 'onTouched',
): UseFormReturn<Input, unknown, Output> {
  useEffect(followPresses, [])
  const check = zodResolver(schema)
  const resolver: typeof check = async (...input) => {
    await new Promise<void>(afterPress)
    return check(...input)
  }
  return useForm<Input, unknown, Output>({ resolver, defaultValues, mode })
}

/**
 * Shows a refusal beside the fields that the server names, or otherwise above the form. The typed text stays.
 */
export function showProblem<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  fault?: string,
): void {
  if (isProofDeclined(error)) {
    // No message is shown, yet the form was not sent.
    form.setError('root', { type: 'declined' })
    return
  }
  if (isLoggedOut(error)) {
    form.setError('root', { type: LOGGED_OUT, message: 'Log in to send. What you typed stays here.' })
    return
  }
  const fields = error instanceof ApiError ? error.fields : []
  for (const [index, { field, message }] of fields.entries()) {
    form.setError(field as FieldPath<Input>, { message }, { shouldFocus: index === 0 })
  }
  if (fields.length === 0) form.setError('root', { message: messageOf(error, fault) })
}

/** SPEC 8: text for all other errors while signing in. */
export const AUTH_FAULT = 'Authentication failed. Please try again.'

/** A wait as people say it: '1 minute', '14 minutes', '3 hours'. */
function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const [count, unit] = minutes <= 90 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Message for a failure; `fault` is the text for errors that people cannot understand. */
export function messageOf(error: unknown, fault = 'Something went wrong. Please try again.'): string {
  if (error instanceof ApiError && error.code === 'too-many-requests' && error.retryAfterSeconds > 0)
    return `Too many attempts. Please try again in ${waitInWords(error.retryAfterSeconds)}.`
  return reasonOf(error) ?? fault
}

/** Shows a toast for a failed action, unless the person declined the proof and so knows why. */
export function showFailure(title: string, error: unknown): void {
  if (!isProofDeclined(error)) showToast(title, messageOf(error))
}

interface FormOf<Name extends string> {
  register: (name: Name) => UseFormRegisterReturn
  formState: { errors: object }
}

/** Props of a field: its error and what registers it with the form. */
export function fieldOf<Name extends string>(form: FormOf<Name>, name: Name) {
  const error = get(form.formState.errors, name) as FieldError | undefined
  return { error: error?.message, ...form.register(name) }
}

/** Handles the submit of a form. It shows a failure and passes it to `onFailure`. */
export const submitTo = <Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  send: (values: Output) => unknown,
  onFailure?: (error: unknown) => void,
) =>
  form.handleSubmit(async (values) => {
    try {
      await send(values)
    } catch (error) {
      showProblem(form, error)
      onFailure?.(error)
    }
  })
