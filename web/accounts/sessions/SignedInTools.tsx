import { type ReactNode, useId, useState } from 'react'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { menuLinks } from '#web/platform/router/menus.ts'
import { Avatar } from '#web/platform/ui/Avatar.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { useLogout } from './use-logout.ts'

const LINKS = menuLinks('account')
export const MENU_LINK = 'flex min-h-11 w-full items-center rounded-card px-3 text-left hover:bg-sunken'

interface SignedInToolsProps {
  user: SessionUser
  /** Further menu items, rendered once the menu was opened. */
  more: ReactNode
}

/** The account menu of the header (SPEC 2). */
export function SignedInTools({ user, more }: SignedInToolsProps) {
  const [wasOpened, setOpened] = useState(false)
  const menu = useId()
  const logout = useLogout()
  return (
    <>
      <Button popoverTarget={menu} aria-label="My Account" look="icon" className="account-button">
        <Avatar name={user.name} src={user.avatar} />
      </Button>
      <div id={menu} popover="auto" onToggle={() => setOpened(true)} className="card raised account-menu p-2">
        <p className="px-3 py-2 text-sm font-semibold">My Account</p>
        {LINKS.map(([path, words]) => (
          <Link key={path} to={path} className={MENU_LINK}>
            {words}
          </Link>
        ))}
        {wasOpened && more}
        <button type="button" className={MENU_LINK} onClick={() => void logout()}>
          Logout
        </button>
      </div>
    </>
  )
}
