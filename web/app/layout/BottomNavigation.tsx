import { useLocation } from '#web/platform/router/use-router.ts'
import type { PagePath } from '#contract/pages.ts'
import { useUnreadConversations } from '#web/conversations/inbox/unread.ts'
import { useUnreadNotifications } from '#web/notifications/use-unread.ts'
import { HomeIcon, MessageIcon, PersonIcon, PlusIcon, SearchIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { UnreadBadge } from '#web/platform/ui/UnreadBadge.tsx'
import { menuLinks } from '#web/platform/router/menus.ts'

const ICONS: Partial<Record<PagePath, typeof HomeIcon>> = {
  '/': HomeIcon,
  '/products': SearchIcon,
  '/create-product': PlusIcon,
  '/messages': MessageIcon,
}

/** Links to the five pages that people use most, in reach of a thumb; only below 768 px. */
export function BottomNavigation() {
  const { pathname } = useLocation()
  const unread: Partial<Record<PagePath, number>> = {
    '/messages': useUnreadConversations(),
    '/me': useUnreadNotifications(),
  }
  return (
    <nav aria-label="Bottom" className="bottom-navigation">
      <ul>
        {menuLinks('bottom').map(([path, words]) => {
          const TabIcon = ICONS[path] ?? PersonIcon
          const look = path === '/create-product' ? 'bottom-link bottom-sell' : 'bottom-link'
          return (
            <li key={path}>
              <Link to={path} aria-current={pathname === path ? 'page' : undefined} className={look}>
                <TabIcon />
                {words}
                <UnreadBadge count={unread[path] ?? 0} />
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
