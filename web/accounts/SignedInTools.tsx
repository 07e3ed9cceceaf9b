import { useId } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useLogout } from './use-logout.ts'

const MENU_LINK = 'flex min-h-11 w-full items-center rounded-card px-3 text-left hover:bg-sunken'

/** The account menu of the header (SPEC 2). */
export function SignedInTools({ user }: { user: SessionUser }) {
  const menu = useId()
  const logout = useLogout()
  return (
    <>
      <button
        type="button"
        popoverTarget={menu}
        aria-label="My Account"
        className="icon-button account-button"
      >
        <Avatar name={user.name} src={user.avatar} />
      </button>
      <div id={menu} popover="auto" className="card account-menu p-2 shadow-card">
        <p className="px-3 py-2 text-sm font-semibold">My Account</p>
        <Link to="/profile" className={MENU_LINK}>
          Profile
        </Link>
        <Link to="/favourites" className={MENU_LINK}>
          Favourites
        </Link>
        <Link to="/saved-searches" className={MENU_LINK}>
          Saved searches
        </Link>
        <Link to="/settings-page" className={MENU_LINK}>
          Settings
        </Link>
        <button type="button" className={MENU_LINK} onClick={() => void logout()}>
          Logout
        </button>
      </div>
    </>
  )
}
