import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#web/accounts/session.ts'
import { useLogout } from '#web/accounts/use-logout.ts'
import { CloseIcon, MenuIcon } from '#web/ui/icons.tsx'
import { Logo } from './Logo.tsx'
import { NavigationLink } from './NavigationLink.tsx'

const SIGNED_IN = [
  ['/', 'Home'],
  ['/products', 'All Products'],
  ['/dashboard', 'Dashboard'],
  ['/create-product', 'Sell Something'],
  ['/messages', 'Messages'],
  ['/notifications-page', 'Notifications'],
  ['/profile', 'Profile'],
] as const

const SIGNED_OUT = [
  ['/', 'Home'],
  ['/products', 'All Products'],
  ['/auth/login', 'Login'],
  ['/auth/register', 'Register'],
] as const

/** The menu that slides in from the left below 768 px (SPEC 2). The browser's dialog keeps and returns the focus. */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null)
  const session = useSession()
  const logout = useLogout()
  const { key } = useLocation()
  useEffect(() => dialog.current?.close(), [key])

  return (
    <div className="md:hidden">
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className="icon-button -ml-2"
        onClick={() => dialog.current?.showModal()}
      >
        <MenuIcon />
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
                <NavigationLink to={to}>{text}</NavigationLink>
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
