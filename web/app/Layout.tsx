import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { OfflineNotice } from '#web/ui/OfflineNotice.tsx'
import { Toaster } from '#web/ui/Toaster.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { useKeptForOffline } from './kept-for-offline.ts'

/** A new page takes the focus, so that a screen reader begins there and Tab does not continue in the old one. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (navigation !== 'POP') main.current?.focus({ preventScroll: true })
  }, [pathname, navigation])
  return main
}

export function Layout({ children }: { children: ReactNode }) {
  const main = useFocusOnNewPage()
  useKeptForOffline()
  return (
    <div id="top">
      <div className="flex min-h-dvh flex-col">
        <a
          href="#main"
          className="button button-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
        >
          Skip to content
        </a>
        <Header />
        <OfflineNotice />
        <main id="main" ref={main} tabIndex={-1} className="flex-1">
          {children}
        </main>
        <Footer />
      </div>
      <Toaster />
    </div>
  )
}
