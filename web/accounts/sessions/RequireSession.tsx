import { type ReactNode, Suspense, useState } from 'react'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'
import { PageSkeleton } from '#web/platform/ui/PageSkeleton.tsx'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { useSession } from './session.ts'

const ForAnonymous = lazyPart(async () => (await import('./ForAnonymous.tsx')).ForAnonymous)

/** At least as high as the screen, so that the footer does not jump when the page arrives. */
const OUTLINE = (
  <div className="min-h-dvh">
    <PageSkeleton />
  </div>
)

export interface RequireSessionProps {
  title: string | undefined
  /** Reason to log in. Without it, anonymous people are sent to the login page at once. */
  anonymousText?: string
  /** Shown to anonymous people instead of the log-in. */
  instead?: ReactNode
  children: ReactNode
}

/**
 * The frame of every page that belongs to one person. The server does not know people, so it sends an
 * outline.
 */
export function RequireSession({ title, anonymousText, instead, children }: RequireSessionProps) {
  const { siteName } = usePublicConfig()
  const session = useSession()
  const isHydrated = useHydrated()
  const [wasOpen, setWasOpen] = useState(false)
  if (session && !wasOpen) setWasOpen(true)
  const anonymous = isHydrated ? <ForAnonymous reason={anonymousText} wasOpen={wasOpen} /> : OUTLINE
  return (
    <>
      <title>{`${title} | ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      {session ? children : instead || <Suspense fallback={OUTLINE}>{anonymous}</Suspense>}
    </>
  )
}
