import { useEffect } from 'react'
import { pathOf } from '#web/platform/router/location.ts'
import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { storeLinkSecret } from './link-secret.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { findEndReason } from './end-reason.ts'

/** Router state for people on their way to the login page. */
export interface LoginArrival {
  /** True if the session ended while its page was open. */
  wasOpen: boolean
}

interface ForAnonymousProps extends LoginArrival {
  /** Reason to log in. Without it, anonymous people are sent to the login page at once. */
  reason?: string | undefined
}

/** Sends anonymous people to the log-in and then back here. */
export function ForAnonymous({ reason, wasOpen }: ForAnonymousProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const login = loginPath(pathOf({ pathname, search, hash: '' }))
  useEffect(() => {
    if (reason) return
    storeLinkSecret()
    navigate(login, { replace: true, state: { wasOpen } satisfies LoginArrival })
  }, [navigate, login, reason, wasOpen])
  if (!reason) return null
  return (
    <div role="alert" className="min-h-[60dvh]">
      <EmptyState drawing="kiosk" title="Authentication required" level={1}>
        <p>{findEndReason(wasOpen) ?? reason}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Link to={login} className="button button-primary">
            Log in
          </Link>
          <Link to={login.replace('/auth/login', '/auth/register')} className="button button-quiet">
            Sign up
          </Link>
        </div>
      </EmptyState>
    </div>
  )
}
