import { useEffect } from 'react'
import { pathOf } from '#web/platform/router/location.ts'
import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { storeLinkSecret } from './link-secret.ts'
import { loginPath } from '#web/platform/router/login-path.ts'
import { whyEnded } from './why-ended.ts'

/** Where people come from who are led to the login page. */
export interface LoginArrival {
  /** From a page that was theirs until their session ended. */
  wasOpen: boolean
}

interface ForAnonymousProps extends LoginArrival {
  /** Why to log in. Without it an anonymous person is sent to the login page at once. */
  reason?: string | undefined
}

/** Leads those who are not signed in to log in first, and brings them back here. */
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
      <EmptyState title="Authentication required" level={1}>
        <p>{whyEnded(wasOpen) ?? reason}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Link to={login} className="button button-primary">
            Log in
          </Link>
          <Link to={login.replace('/auth/login', '/auth/register')} className="button button-quiet">
            Create account
          </Link>
        </div>
      </EmptyState>
    </div>
  )
}
