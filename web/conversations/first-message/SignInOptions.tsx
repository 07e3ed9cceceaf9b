import { type SyntheticEvent, useEffect, useRef } from 'react'
import { Registration } from '#contract/accounts/accounts.ts'
import { ProviderButtons } from '#web/accounts/oauth/ProviderButtons.tsx'
import { PasswordStrength } from '#web/accounts/passwords/PasswordStrength.tsx'
import { forgetRegisterDraft, useRegisterDraft } from '#web/accounts/registration/register-draft.ts'
import { NameAndEmail } from '#web/accounts/registration/RegistrationFields.tsx'
import { Agreement } from '#web/accounts/phone-sign-in/Agreement.tsx'
import { PhoneSignIn } from '#web/accounts/phone-sign-in/PhoneSignIn.tsx'
import { usePhoneOption } from '#web/accounts/phone-sign-in/use-phone-option.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { writeSession } from '#web/accounts/sessions/session-store.ts'
import { missingForSignIn } from '#web/accounts/sessions/sign-in-needs.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { PasswordField } from '#web/platform/forms/Field.tsx'
import { Form } from '#web/platform/forms/Form.tsx'
import { AUTH_FAULT, fieldOf, showProblem, useZodForm } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { type FirstMessage, returnPath } from './first-messages.ts'

interface SignInOptionsProps {
  message: FirstMessage
  /** Whether the message itself can be sent. */
  check: () => boolean
  /** Called if the person must confirm their address first. */
  onConfirm: (email: string) => void
  /** Called once the account exists and is signed in. */
  onSession: (personId: string) => void
}

const FIELDS = ['name', 'email', 'password'] as const

/**
 * Uses the rules of the register form in fewer taps: the name has the focus, people type the password once and can show
 * it, and they agree to the terms by the button, as with a phone.
 */
function SignUp({ message, check, onConfirm, onSession }: SignInOptionsProps) {
  const api = useApi()
  const form = useZodForm(Registration, { name: '', email: '', password: '', terms: true }, 'onSubmit')
  const { isSubmitting, errors } = form.formState
  const refusal = errors.root?.message
  const top = useRef<HTMLSpanElement>(null)
  // The button is far below the message above the form.
  useEffect(() => {
    if (refusal) top.current?.scrollIntoView({ block: 'center' })
  }, [refusal])
  const { setFocus } = form
  // The dialog opens after this effect and focuses its first button.
  useEffect(() => queueMicrotask(() => setFocus('name')), [setFocus])
  const password = form.watch('password')
  useRegisterDraft(form)

  const submit = form.handleSubmit(async (registration) => {
    if (!check()) return
    const missing = missingForSignIn()
    if (missing) return form.setError('root', { message: missing })
    try {
      const { session } = await api.call('register', { body: { ...registration, next: returnPath(message) } })
      forgetRegisterDraft()
      if (!session) return onConfirm(registration.email)
      writeSession(session, 'signed-in')
      onSession(session.user.id)
    } catch (error) {
      showProblem(form, error, AUTH_FAULT)
    }
  })

  /** Enter in a field goes to the first empty one, and sends the form if none is left. */
  function sendOrContinue(event: SyntheticEvent) {
    const empty = FIELDS.find((name) => form.getValues(name) === '')
    const focused = FIELDS.find((name) => name === document.activeElement?.getAttribute('name'))
    if (!empty || !focused || empty === focused) return submit(event)
    event.preventDefault()
    return setFocus(empty)
  }

  return (
    <Form form={form} onSubmit={sendOrContinue} className="grid gap-3">
      <span ref={top} />
      <NameAndEmail form={form} />
      <div>
        <PasswordField
          label="Password"
          autoComplete="new-password"
          enterKeyHint="send"
          {...fieldOf(form, 'password')}
        />
        {password && <PasswordStrength password={password} />}
      </div>
      <Agreement />
      <Button type="submit" look="primary" busy={isSubmitting && 'Creating your account…'}>
        Sign up and send
      </Button>
    </Form>
  )
}

/** Visitors register or log in in one of these ways; each of them returns to the message. */
export function SignInOptions(props: SignInOptionsProps) {
  const next = returnPath(props.message)
  const { phoneSignIn } = usePublicConfig()
  const phone = usePhoneOption()
  if (phone.isByPhone) {
    return (
      <PhoneSignIn
        isNew
        {...phone.form}
        action="Verify and send"
        note="Your message is sent as soon as your number is verified."
        check={props.check}
        onSession={(session) => {
          writeSession(session, 'signed-in')
          props.onSession(session.user.id)
        }}
      />
    )
  }
  return (
    <>
      <div className="flex items-center gap-3 rounded-card bg-sunken p-3">
        <p className="min-w-0 flex-1 text-sm">
          <strong className="block">Login required</strong>
          Please log in to message the seller, or sign up here.
        </p>
        <Link
          to={loginPath(next)}
          className="button button-quiet"
          onClick={(event) => props.check() || event.preventDefault()}
        >
          Log in
        </Link>
      </div>
      {phoneSignIn && <Button onClick={phone.start}>Continue with phone</Button>}
      <SignUp {...props} />
      <ProviderButtons next={next} />
    </>
  )
}
