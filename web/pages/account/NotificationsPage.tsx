import '#web/platform/styles/dashboard.css'
import { useRef } from 'react'
import { useSession } from '#web/accounts/sessions/session.ts'
import { NotificationList } from '#web/notifications/NotificationList.tsx'
import { PushInvitation } from '#web/notifications/PushInvitation.tsx'
import { useNotificationChanges } from '#web/notifications/use-notification-changes.ts'
import { useUnreadNotifications } from '#web/notifications/use-unread.ts'
import { Button } from '#web/platform/ui/Button.tsx'

function Heading({ personId }: { personId: string }) {
  const unread = useUnreadNotifications()
  const { markAllRead } = useNotificationChanges(personId)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-2">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
        Notifications
      </h1>
      {/* The invisible button keeps its room, so that nothing moves when the number arrives. */}
      <Button
        look="text"
        className={unread > 0 ? '-mx-3' : 'invisible -mx-3'}
        aria-hidden={unread === 0}
        disabled={unread === 0}
        onClick={() => {
          // The button disappears once nothing is unread, so the heading takes the focus.
          heading.current?.focus()
          void markAllRead()
        }}
      >
        Mark all as read
      </Button>
    </div>
  )
}

export function NotificationsPage() {
  const session = useSession()
  if (!session) return null
  const { id } = session.user
  return (
    // At least as high as the screen, so that the footer does not jump when the notifications arrive.
    <div className="page min-h-dvh max-w-3xl py-6">
      <Heading key={`heading ${id}`} personId={id} />
      <PushInvitation key={`invitation ${id}`} personId={id} />
      {/* The keys reset the page when another person signs in. */}
      <NotificationList key={id} personId={id} />
    </div>
  )
}
