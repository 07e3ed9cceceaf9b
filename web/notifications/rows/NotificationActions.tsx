import { useRef } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'
import { ownPath } from '#contract/own-path.ts'
import { Button } from '#web/platform/ui/Button.tsx'

/**
 * Path of 'View': a path of this site, or none. The server checks too, but a link deserves a second check.
 */
const actionPath = (url: string | null | undefined): string | null =>
  typeof url === 'string' && ownPath(url) === url ? url : null

export interface NotificationChanges {
  onRead: (notifications: readonly Notification[]) => void
  onDelete: (notifications: readonly Notification[]) => void
}

interface NotificationActionsProps extends NotificationChanges {
  /** One notification, or all members of a group. */
  notifications: readonly Notification[]
  contentId: string
}

/** Buttons of a notification or a group; those of a group act on all its members and say how many. */
export function NotificationActions(props: NotificationActionsProps) {
  const { notifications, contentId, onRead, onDelete } = props
  const deleteButton = useRef<HTMLButtonElement>(null)
  const path = actionPath(notifications[0]?.actionUrl)
  const isRead = notifications.every(({ read }) => read)
  const all = notifications.length > 1 ? ` all ${notifications.length}` : ''
  const readWhenSeen = () => isRead || onRead(notifications)

  function markRead() {
    // The button disappears, so the button beside it takes the focus.
    deleteButton.current?.focus()
    onRead(notifications)
  }

  return (
    <div className="-ml-3 flex flex-wrap">
      {path && (
        <a
          href={path}
          target="_blank"
          rel="noopener"
          aria-label="View (opens in a new tab)"
          aria-describedby={contentId}
          className="text-button"
          onClick={readWhenSeen}
          // Opening with the middle button also counts.
          onAuxClick={({ button }) => button === 1 && readWhenSeen()}
        >
          View
        </a>
      )}
      {!isRead && (
        <Button aria-describedby={contentId} look="text" onClick={markRead}>
          {`Mark${all} as read`}
        </Button>
      )}
      <Button
        ref={deleteButton}
        data-delete={notifications.map(({ id }) => id).join(' ')}
        aria-describedby={contentId}
        look="text"
        className="text-muted"
        onClick={() => onDelete(notifications)}
      >
        {`Delete${all}`}
      </Button>
    </div>
  )
}
