import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from '#web/platform/router/use-router.ts'
import { ProofWhenRequested } from '#web/accounts/sessions/ProofWhenRequested.tsx'
import { useArea } from '#web/area/chosen-area.ts'
import { OfflineNotice } from '#web/platform/ui/OfflineNotice.tsx'
import { Toaster } from '#web/platform/ui/toasts/Toaster.tsx'
import { BottomNavigation } from './BottomNavigation.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { InstallInvitation } from './InstallInvitation.tsx'
import { SiteNotice } from './SiteNotice.tsx'
import { useStoredForOffline } from '#web/app/stored-for-offline.ts'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

const Distances = lazyPart(async () => (await import('#web/area/Distances.tsx')).Distances)

/** Addresses of pages that fill a phone's screen; the layout knows them, so that their outlines fill it too. */
const CONVERSATION_PATH = /^\/(conversation|messages)\/[^/]+$/

/**
 * A new page takes the focus, so that screen readers and Tab start there instead of in the old page. The
 * focus goes to the element that the page marks as its beginning, or otherwise to the whole page.
 */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (navigation === 'POP') return
    main.current?.focus({ preventScroll: true })
    main.current?.querySelector<HTMLElement>('[data-beginning]')?.focus({ preventScroll: true })
  }, [pathname, navigation])
  return main
}

export function Layout({ children }: { children: ReactNode }) {
  const main = useFocusOnNewPage()
  const town = useArea()?.town
  useStoredForOffline()
  const fillsPhone = CONVERSATION_PATH.test(useLocation().pathname) || undefined
  return (
    <div id="top">
      <div className="flex min-h-dvh flex-col" data-fills-phone={fillsPhone}>
        <a
          href="#main"
          className="button button-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
        >
          Skip to content
        </a>
        <Header />
        <SiteNotice />
        <OfflineNotice />
        <main id="main" ref={main} tabIndex={-1} className="flex-1">
          {children}
        </main>
        <InstallInvitation />
        <Footer />
      </div>
      {town !== undefined && (
        <Suspense>
          <Distances from={town} />
        </Suspense>
      )}
      <BottomNavigation />
      <ProofWhenRequested />
      <Toaster />
    </div>
  )
}
