import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#web/accounts/session.ts'
import { useLogout } from '#web/accounts/use-logout.ts'
import { useUnreadConversations } from '#web/conversations/unread.ts'
import { useUnreadNotifications } from '#web/notifications/use-unread.ts'
import { CloseIcon, MenuIcon } from '#web/ui/icons.tsx'
import { UnreadBadge } from '#web/ui/UnreadBadge.tsx'
import { Logo } from './Logo.tsx'
import { NavigationLink } from './NavigationLink.tsx'

const SIGNED_IN = [
  ['/', 'Home'],
  ['/products', 'All Products'],
  ['/dashboard', 'Dashboard'],
  ['/create-product', 'Sell Something'],
  ['/messages', 'Messages'],
  ['/notifications-page', 'Notifications'],
  ['/favourites', 'Favourites'],
  ['/saved-searches', 'Saved searches'],
  ['/profile', 'Profile'],
] as const

const SIGNED_OUT = [
  ['/', 'Home'],
  ['/products', 'All Products'],
  ['/favourites', 'Favourites'],
  ['/auth/login', 'Login'],
  ['/auth/register', 'Register'],
] as const

/** The menu that slides in from the left below 768 px (SPEC 2). The browser's dialog keeps and returns the focus. */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null)
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
    <div className="md:hidden">
      <button
        type="button"
        aria-label={isAnyUnread ? 'Open menu, something is unread' : 'Open menu'}
        aria-haspopup="dialog"
        className="icon-button relative -ml-2"
        onClick={() => dialog.current?.showModal()}
      >
        <MenuIcon />
        {isAnyUnread && <span className="unread-dot" />}
      </button>
      <dialog ref={dialog} aria-label="Menu" closedby="any" className="slide-menu">
        <div className="flex h-14 items-center justify-between border-b border-line px-4">
          <Logo />
          <button
            type="button"
            aria-label="Close menu"
            className="icon-button"
            onClick={() => dialog.current?.close()}
          >
            <CloseIcon />
          </button>
        </div>
        <nav aria-label="Menu" className="p-3">
          <ul>
            {(session ? SIGNED_IN : SIGNED_OUT).map(([to, text]) => (
              <li key={to}>
                <NavigationLink to={to}>
                  {text}
                  <UnreadBadge count={unread[to] ?? 0} className="ml-2" />
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
    </div>
  )
}
