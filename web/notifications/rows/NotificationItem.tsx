import { useId } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'
import { NotificationActions, type NotificationChanges } from './NotificationActions.tsx'
import { NotificationHead } from './NotificationHead.tsx'

interface NotificationItemProps extends NotificationChanges {
  notification: Notification
  isToday: boolean
}

export function NotificationItem({ notification, isToday, ...changes }: NotificationItemProps) {
  const contentId = useId()
  return (
    <li className={`card px-4 pt-3 pb-1 ${notification.read ? '' : 'border-s-4 border-s-(--accent-solid)'}`}>
      <NotificationHead notification={notification} isNew={!notification.read} isToday={isToday} />
      <p id={contentId} className="mt-1">
        {notification.content}
      </p>
      <NotificationActions notifications={[notification]} contentId={contentId} {...changes} />
    </li>
  )
}
