import { MessageIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { UnreadBadge } from '#web/platform/ui/UnreadBadge.tsx'
import { useUnreadConversations } from './unread.ts'

export function MessagesLink() {
  const unread = useUnreadConversations()
  return (
    <Link to="/messages" className="icon-button relative max-md:hidden">
      <MessageIcon />
      <span className="sr-only">Messages</span>
      <UnreadBadge count={unread} className="bell-badge" />
    </Link>
  )
}
