import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from '#web/platform/router/use-router.ts'
import { usePublicConfig } from '#web/app/public-config.ts'
import { useHydrated } from '#web/platform/ui/use-hydrated.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { PageSkeleton } from '#web/platform/ui/PageSkeleton.tsx'
import { storeLinkSecret } from './link-secret.ts'
import { loginPath } from './return-to.ts'
import { useSession } from './session.ts'
import { whyEnded } from './why-ended.ts'

/** As high as the screen, so that the footer does not jump when the page comes. */
const Outline = () => (
  <div className="min-h-dvh">
    <PageSkeleton />
  </div>
)

/** Where people come from who are led to the login page. */
export interface LoginArrival {
  /** From a page that was theirs until their session ended. */
  wasOpen: boolean
}

/** Sends those who are not signed in to log in first, and brings them back here. */
function GoToLogin({ wasOpen }: LoginArrival) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    storeLinkSecret()
    navigate(loginPath(pathname + search), { replace: true, state: { wasOpen } satisfies LoginArrival })
  }, [navigate, pathname, search, wasOpen])
  return <Outline />
}

/** Says in place what is needed, to anonymous people who followed a link that everyone sees. */
function LogInPrompt({ reason, wasOpen }: LoginArrival & { reason: string }) {
  const { pathname, search } = useLocation()
  const login = loginPath(pathname + search)
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

export interface RequireSessionProps {
  title: string | undefined
  /** Why to log in. Without it an anonymous person is sent to the login page at once. */
  anonymousText?: string
  /** What an anonymous person finds here instead. */
  instead?: ReactNode
  children: ReactNode
}

function ForAnonymous({ anonymousText, wasOpen }: LoginArrival & { anonymousText?: string }) {
  const isHydrated = useHydrated()
  if (!isHydrated) return <Outline />
  if (!anonymousText) return <GoToLogin wasOpen={wasOpen} />
  return <LogInPrompt reason={anonymousText} wasOpen={wasOpen} />
}

/** The frame of every page that belongs to one person. The server, which knows nobody, sends its outline. */
export function RequireSession({ title, anonymousText, instead, children }: RequireSessionProps) {
  const { siteName } = usePublicConfig()
  const session = useSession()
  const [wasOpen, setWasOpen] = useState(false)
  if (session && !wasOpen) setWasOpen(true)
  return (
    <>
      <title>{`${title} | ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      {session ? children : instead || <ForAnonymous anonymousText={anonymousText} wasOpen={wasOpen} />}
    </>
  )
}
