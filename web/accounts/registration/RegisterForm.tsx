import { useEffect, useRef } from 'react'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { Registration, type Session } from '#contract/accounts/accounts.ts'
import { NEXT_PATH_MAX } from '#contract/limits.ts'
import { ownPath } from '#contract/own-path.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { Form } from '#web/platform/forms/Form.tsx'
import { SubmitButton } from '#web/platform/forms/SubmitButton.tsx'
import { AUTH_FAULT, showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { dismissToastsTitled, showToast } from '#web/platform/ui/toasts/toast.ts'
import { useOnline } from '#web/platform/browser/use-online.ts'
import { withConfirmation } from '#web/accounts/passwords/new-password.ts'
import { NewPasswordFields } from '#web/accounts/passwords/NewPasswordFields.tsx'
import { ProviderButtons } from '#web/accounts/oauth/ProviderButtons.tsx'
import { PhoneSignIn } from '#web/accounts/phone-sign-in/PhoneSignIn.tsx'
import { usePhoneOption } from '#web/accounts/phone-sign-in/use-phone-option.ts'
import { useTabValue } from '#web/platform/offline/use-tab-value.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { forgetRegisterDraft, SENT_TO, useRegisterDraft } from './register-draft.ts'
import { NameAndEmail, Terms } from './RegistrationFields.tsx'
import { ResendButton } from './ResendButton.tsx'
import { useSignIn } from '#web/accounts/sessions/use-sign-in.ts'

const RegisterFields = withConfirmation(Registration)

const FAILED = 'Registration failed'

/** The path where the person came from, to return to after the log-in. */
function nextOf(search: URLSearchParams): string | undefined {
  const next = ownPath(search.get('next'))
  return next.length <= NEXT_PATH_MAX ? next : undefined
}

/** Replaces the form. Its heading takes the focus, because the form's button has disappeared. */
function CheckEmail({ email, onChange }: { email: string; onChange: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4 text-center">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-bold">
        Check your e-mail
      </h2>
      <p className="text-muted">
        We sent a link to <strong>{email}</strong>. Open it to confirm your address and log in. If it does not
        arrive, look in your spam folder.
      </p>
      <ResendButton email={email} />
      <Button onClick={onChange}>Use another address</Button>
    </div>
  )
}

/** Shown beside the button, because on a phone the top of the form is far above it. */
function OfflineExplanation({ hasFailed }: { hasFailed: boolean }) {
  const isOnline = useOnline()
  return (
    <p role="status" className="text-sm text-danger empty:hidden">
      {(hasFailed || !isOnline) &&
        'You are offline. What you typed stays here. Sign up when you are online again.'}
    </p>
  )
}

export function RegisterForm() {
  const api = useApi()
  const signIn = useSignIn()
  const [search] = useSearchParams()
  const [sentTo, setSentTo] = useTabValue(SENT_TO)
  const phone = usePhoneOption()
  const form = useZodForm(RegisterFields, { name: '', email: '', password: '', confirmPassword: '' })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  useRegisterDraft(form)

  const submit = form.handleSubmit(async ({ confirmPassword: _, ...registration }) => {
    dismissToastsTitled('Login required')
    try {
      const { session } = await api.call('register', { body: { ...registration, next: nextOf(search) } })
      forgetRegisterDraft()
      dismissToastsTitled(FAILED)
      showToast(
        'Registration successful',
        session ? 'Account created!' : 'Check your e-mail to confirm your address.',
      )
      if (session) signIn(session, nextOf(search))
      else setSentTo(registration.email)
    } catch (error) {
      if (statusOf(error) === 0) form.setError('root', { type: 'offline' })
      else showProblem(form, error, AUTH_FAULT)
      showToast(FAILED)
    }
  })

  function enter(session: Session, isNew: boolean) {
    dismissToastsTitled(FAILED)
    if (isNew) showToast('Registration successful', 'Account created!')
    else showToast('Logged in successfully', 'Welcome back!')
    signIn(session, nextOf(search))
  }

  if (sentTo) return <CheckEmail email={sentTo} onChange={() => setSentTo(undefined)} />
  if (phone.isByPhone) return <PhoneSignIn isNew {...phone.form} action="Sign up" onSession={enter} />
  return (
    <>
      <Form form={form} onSubmit={submit} className="grid gap-4">
        <NameAndEmail form={form} />
        <NewPasswordFields label="Password" form={form} />
        <Terms form={form} />
        <SubmitButton action="Signing up" disabled={isSubmitting || isSubmitSuccessful}>
          {isSubmitting ? 'Creating your account…' : 'Sign up'}
        </SubmitButton>
        <OfflineExplanation hasFailed={errors.root?.type === 'offline'} />
      </Form>
      <ProviderButtons onPhone={phone.start} />
    </>
  )
}
