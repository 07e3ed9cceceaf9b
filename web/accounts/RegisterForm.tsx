import { useState } from 'react'
import * as z from 'zod/mini'
import { Registration } from '#contract/accounts.ts'
import { useApi } from '#web/api/api-context.ts'
import { Field, FieldNote, useFieldIds } from '#web/forms/Field.tsx'
import { FormError } from '#web/forms/FormError.tsx'
import { AUTH_FAULT, showProblem, useZodForm } from '#web/forms/use-zod-form.ts'
import { Link } from '#web/ui/Link.tsx'
import { showToast } from '#web/ui/toast.ts'
import { passwordsMatch } from './new-password.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { ResendButton } from './ResendButton.tsx'
import { useSignIn } from './use-sign-in.ts'

const RegisterFields = z.extend(Registration, { confirmPassword: z.string() }).check(passwordsMatch)

function CheckEmail({ email }: { email: string }) {
  return (
    <div className="grid gap-4 text-center">
      <h2 className="text-lg font-bold">Check your e-mail</h2>
      <p className="text-muted">
        We sent a link to <strong>{email}</strong>. Open it to confirm your address, and you are in.
      </p>
      <ResendButton email={email} />
    </div>
  )
}

export function RegisterForm() {
  const api = useApi()
  const signIn = useSignIn()
  const [sentTo, setSentTo] = useState<string>()
  const form = useZodForm(RegisterFields, { name: '', email: '', password: '', confirmPassword: '' })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const terms = useFieldIds({ error: errors.terms?.message })

  const submit = form.handleSubmit(async ({ confirmPassword: _, ...registration }) => {
    try {
      const { session } = await api.call('register', { body: registration })
      showToast(
        'Registration successful',
        session ? 'Account created!' : 'Check your e-mail to confirm your address.',
      )
      if (session) signIn(session)
      else setSentTo(registration.email)
    } catch (error) {
      showProblem(form, error, AUTH_FAULT)
      showToast('Registration failed')
    }
  })

  if (sentTo) return <CheckEmail email={sentTo} />
  return (
    <>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <FormError message={errors.root?.message} />
        <Field label="Name" autoComplete="name" error={errors.name?.message} {...form.register('name')} />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <NewPasswordFields label="Password" form={form} />
        <div>
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5 shrink-0"
              {...terms.control}
              {...form.register('terms')}
            />
            <span>
              I agree to the{' '}
              <Link to="/terms" className="link">
                terms and conditions
              </Link>
            </span>
          </label>
          <FieldNote id={terms.noteId} error={errors.terms?.message} />
        </div>
        <button type="submit" className="button button-primary" disabled={isSubmitting || isSubmitSuccessful}>
          {isSubmitting ? 'Creating your account…' : 'Register'}
        </button>
      </form>
      <ProviderButtons />
    </>
  )
}
