import { BellIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { UnreadBadge } from '#web/platform/ui/UnreadBadge.tsx'
import { useUnreadNotifications } from './use-unread.ts'

export function NotificationBell() {
  const unread = useUnreadNotifications()
  return (
    <Link to="/notifications-page" className="icon-button relative max-md:hidden">
      <BellIcon />
      <span className="sr-only">Notifications</span>
      <UnreadBadge count={unread} className="bell-badge" />
    </Link>
  )
}
