import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from '#web/platform/router/use-router.ts'
import { ownPath } from '#contract/own-path.ts'
import { AuthCard } from '#web/accounts/AuthCard.tsx'
import { LoginForm } from '#web/accounts/sessions/LoginForm.tsx'
import { RegisterForm } from '#web/accounts/registration/RegisterForm.tsx'
import { onAuthEvent, readSession } from '#web/accounts/sessions/session-store.ts'
import { Link } from '#web/platform/ui/Link.tsx'

const TABS = [
  ['login', 'Login'],
  ['register', 'Register'],
] as const

/**
 * Sends signed-in people on, also after a sign-in in another tab (SPEC 2). After a sign-in here it waits
 * for the pause.
 */
function useLeaveWhenSignedIn() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = useRef(ownPath(search.get('next')))
  useEffect(() => {
    const leave = () => readSession() && navigate(next.current, { replace: true })
    leave()
    return onAuthEvent((_, isElsewhere) => void (isElsewhere && leave()))
  }, [navigate])
}

/** There are two tabs, so each arrow key goes to the other one. They are links, which Enter follows. */
function goToTab({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
  const { nextElementSibling, previousElementSibling } = currentTarget
  ;((nextElementSibling ?? previousElementSibling) as HTMLElement | null)?.focus()
}

export function AuthPage() {
  const mode = useLocation().pathname === '/auth/register' ? 'register' : 'login'
  const [search] = useSearchParams()
  useLeaveWhenSignedIn()
  const query = search.size > 0 ? `?${search}` : ''
  return (
    <AuthCard title={mode === 'login' ? 'Welcome Back' : 'Create Account'}>
      <div role="tablist" aria-label="Login or Register" className="tabs mb-6">
        {TABS.map(([tab, text]) => (
          <Link
            key={tab}
            id={`tab-${tab}`}
            to={`/auth/${tab}${query}`}
            replace
            role="tab"
            aria-selected={tab === mode}
            aria-controls="auth-panel"
            className="tab"
            onKeyDown={goToTab}
          >
            {text}
          </Link>
        ))}
      </div>
      <div id="auth-panel" role="tabpanel" aria-labelledby={`tab-${mode}`}>
        {mode === 'login' ? <LoginForm /> : <RegisterForm />}
      </div>
    </AuthCard>
  )
}
