import { MessageIcon } from '#web/ui/icons.tsx'
import { Link } from '#web/ui/Link.tsx'
import { UnreadBadge } from '#web/ui/UnreadBadge.tsx'
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
