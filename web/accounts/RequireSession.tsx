import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePublicConfig } from '#web/app/public-config.ts'
import { useHydrated } from '#web/app/use-hydrated.ts'
import { PageSkeleton } from '#web/ui/PageSkeleton.tsx'
import { keepLinkSecret } from './link-secret.ts'
import { loginPath } from './return-to.ts'
import { useSession } from './session.ts'

/** As high as the screen, so that the footer does not jump when the page comes. */
const Outline = () => (
  <div className="min-h-dvh">
    <PageSkeleton />
  </div>
)

/** Asks who is not signed in to do so first, and brings them back here. */
function GoToLogin() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    keepLinkSecret()
    void navigate(loginPath(pathname + search), { replace: true })
  }, [navigate, pathname, search])
  return <Outline />
}

/** The frame of every page that belongs to one person. The server, which knows nobody, sends its outline. */
export function RequireSession({ title, children }: { title: string; children: ReactNode }) {
  const { siteName } = usePublicConfig()
  const isHydrated = useHydrated()
  const session = useSession()
  return (
    <>
      <title>{`${title} | ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      {session && children}
      {!session && (isHydrated ? <GoToLogin /> : <Outline />)}
    </>
  )
}
