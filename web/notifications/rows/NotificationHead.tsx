import type { ReactNode } from 'react'
import { NOTIFICATION_TYPES, type NotificationType } from '#contract/notifications/notification-types.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { timeOfDay } from '#web/platform/ui/time/days.ts'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'

function When({ iso, isToday }: { iso: string; isToday: boolean }) {
  const { locale, timeZone } = usePublicConfig()
  if (isToday) return <RelativeTime iso={iso} />
  return <time dateTime={iso}>{timeOfDay(iso, locale, timeZone)}</time>
}

interface NotificationHeadProps {
  notification: Notification
  isNew: boolean
  isToday: boolean
  /** Button that opens a group. */
  children?: ReactNode
}

type Words = (typeof NOTIFICATION_TYPES)[NotificationType]

/** A newer version of the server may send a type that this page does not know. */
function wordsOf(type: NotificationType): Words {
  const known: Words | undefined = NOTIFICATION_TYPES[type]
  return known ?? NOTIFICATION_TYPES.other
}

/** First line of a notification: its type, whether it is new, and its time. */
export function NotificationHead({ notification, isNew, isToday, children }: NotificationHeadProps) {
  const { type, createdAt } = notification
  const { title, badge } = wordsOf(type)
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      {/* One is for screen readers and one for the eye. */}
      <h3 className="sr-only">{title}</h3>
      <span aria-hidden className="badge">
        {badge}
      </span>
      {isNew && <span className="badge bg-accent-soft text-accent">New</span>}
      {children}
      <span className="ml-auto text-sm text-muted">
        <When iso={createdAt} isToday={isToday} />
      </span>
    </div>
  )
}
