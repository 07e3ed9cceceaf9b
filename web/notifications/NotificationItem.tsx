import { useId, useRef } from 'react'
import { NOTIFICATION_TYPES } from '#contract/notifications/notification-types.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { timeOfDay } from '#web/platform/ui/time/days.ts'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { ownPath } from '#contract/own-path.ts'

/**
 * Path of 'View': a path of this site, or none. The server checks too, but a link deserves a second check.
 */
const actionPath = (url: string | null): string | null => (url !== null && ownPath(url) === url ? url : null)

interface NotificationItemProps {
  notification: Notification
  isToday: boolean
  onRead: () => void
  onDelete: () => void
}

function When({ iso, isToday }: { iso: string; isToday: boolean }) {
  const { locale, timeZone } = usePublicConfig()
  if (isToday) return <RelativeTime iso={iso} />
  return <time dateTime={iso}>{timeOfDay(iso, locale, timeZone)}</time>
}

export function NotificationItem({ notification, isToday, onRead, onDelete }: NotificationItemProps) {
  const { type, content, read } = notification
  const path = actionPath(notification.actionUrl)
  const contentId = useId()
  const deleteButton = useRef<HTMLButtonElement>(null)
  const readWhenSeen = () => read || onRead()

  function markRead() {
    // The button disappears, so the button beside it takes the focus.
    deleteButton.current?.focus()
    onRead()
  }

  return (
    <li className={`card px-4 pt-3 pb-1 ${read ? '' : 'border-s-4 border-s-(--accent-solid)'}`}>
      <div className="flex flex-wrap items-center gap-x-2">
        {/* One is for screen readers and one for the eye. */}
        <h3 className="sr-only">{NOTIFICATION_TYPES[type].title}</h3>
        <span aria-hidden className="badge">
          {NOTIFICATION_TYPES[type].badge}
        </span>
        {!read && <span className="badge bg-accent-soft text-accent">New</span>}
        <span className="ml-auto text-sm text-muted">
          <When iso={notification.createdAt} isToday={isToday} />
        </span>
      </div>
      <p id={contentId} className="mt-1">
        {content}
      </p>
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
        {!read && (
          <Button aria-describedby={contentId} look="text" onClick={markRead}>
            Mark as read
          </Button>
        )}
        <Button
          ref={deleteButton}
          data-delete={notification.id}
          aria-describedby={contentId}
          look="text"
          className="text-muted"
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
    </li>
  )
}
