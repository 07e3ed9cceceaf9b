import { useEffect, useRef } from 'react'
import { useLocation } from '#web/platform/router/use-router.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useLogout } from '#web/accounts/sessions/use-logout.ts'
import { useUnreadConversations } from '#web/conversations/inbox/unread.ts'
import { useUnreadNotifications } from '#web/notifications/use-unread.ts'
import { afterPaint } from '#web/platform/browser/after-paint.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CloseIcon, MenuIcon } from '#web/platform/ui/icons.tsx'
import { openModal } from '#web/platform/ui/dialogs/open-modal.ts'
import { UnreadBadge } from '#web/platform/ui/UnreadBadge.tsx'
import { Logo } from './Logo.tsx'
import { menuLinks } from '#web/platform/router/menus.ts'
import { NavigationLink } from './NavigationLink.tsx'

const SIGNED_IN = menuLinks('mobile', 'signed-in')
const SIGNED_OUT = menuLinks('mobile', 'signed-out')

/**
 * The menu that slides in from the left below 768 px (SPEC 2). The browser's dialog traps and restores the
 * focus.
 */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isHydrated = useHydrated()
  const session = useSession()
  const logout = useLogout()
  const unread: Partial<Record<string, number>> = {
    '/messages': useUnreadConversations(),
    '/notifications-page': useUnreadNotifications(),
  }
  const isAnyUnread = Object.values(unread).some((count) => count)
  const { key } = useLocation()
  useEffect(() => dialog.current?.close(), [key])

  return (
    <div className="md:hidden noscript:hidden">
      <Button
        aria-label={isAnyUnread ? 'Open menu, you have unread items' : 'Open menu'}
        aria-haspopup="dialog"
        look="icon"
        className="relative -ml-2"
        onClick={() => afterPaint(() => openModal(dialog.current))}
      >
        <MenuIcon />
        {isAnyUnread && <span className="unread-dot" />}
      </Button>
      {/* Not in the HTML, because it opens only by script. */}
      {isHydrated && (
        <dialog ref={dialog} aria-label="Menu" closedby="any" className="slide-menu">
          <div className="flex h-14 items-center justify-between border-b border-line px-4">
            <Logo />
            <Button aria-label="Close menu" look="icon" onClick={() => dialog.current?.close()}>
              <CloseIcon />
            </Button>
          </div>
          <nav aria-label="Menu" className="p-3">
            <ul>
              {(session ? SIGNED_IN : SIGNED_OUT).map(([path, words]) => (
                <li key={path}>
                  <NavigationLink to={path}>
                    {words}
                    <UnreadBadge count={unread[path] ?? 0} className="ml-2" />
                  </NavigationLink>
                </li>
              ))}
              {session && (
                <li>
                  <button
                    type="button"
                    className="flex min-h-11 w-full items-center px-3"
                    onClick={() => void logout()}
                  >
                    Logout
                  </button>
                </li>
              )}
            </ul>
          </nav>
        </dialog>
      )}
    </div>
  )
}
