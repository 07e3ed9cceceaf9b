import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AuthCard } from '#web/accounts/AuthCard.tsx'
import { takeLinkSecret } from '#web/accounts/link-secret.ts'
import { useSignIn } from '#web/accounts/use-sign-in.ts'
import { useApi } from '#web/api/api-context.ts'
import { FormError } from '#web/forms/FormError.tsx'
import { messageOf } from '#web/forms/use-zod-form.ts'
import { Link } from '#web/ui/Link.tsx'
import { showToast } from '#web/ui/toast.ts'

/** Where the link of the confirmation mail leads. */
export function VerifyEmailPage() {
  const api = useApi()
  const signIn = useSignIn()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    api.call('verifyEmail', { body: { token: takeLinkSecret('token') ?? '' } }).then(
      ({ session, challenge }) => {
        showToast('E-mail address confirmed', session ? 'You are logged in.' : undefined)
        if (session) signIn(session)
        else void navigate(`/auth/login#challenge=${challenge}`, { replace: true })
      },
      (error: unknown) => setProblem(messageOf(error)),
    )
  }, [api, navigate, signIn])

  return (
    <AuthCard title="Confirm your e-mail address">
      {problem ? (
        <div className="grid gap-4">
          <FormError message={problem} />
          <p className="text-muted">Log in to get a new link, if your address is not confirmed yet.</p>
          <Link to="/auth/login" className="button button-primary">
            Go to login
          </Link>
        </div>
      ) : (
        <p role="status" className="text-center">
          One moment, please…
        </p>
      )}
    </AuthCard>
  )
}
