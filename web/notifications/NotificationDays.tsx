import { useId, useRef } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { type Day, groupByDay } from './days.ts'
import { NotificationItem } from './NotificationItem.tsx'
import { useNotificationChanges } from './use-notification-changes.ts'

interface NotificationDayProps {
  day: Day<Notification>
  onRead: (notification: Notification) => void
  onDelete: (notification: Notification) => void
}

function NotificationDay({ day, onRead, onDelete }: NotificationDayProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-6 first:mt-0">
      <h2 id={id} className="text-sm font-semibold text-muted">
        {day.title}
      </h2>
      <ul className="mt-2 grid gap-2">
        {day.items.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            isToday={day.title === 'Today'}
            onRead={() => onRead(notification)}
            onDelete={() => onDelete(notification)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Focuses a restored notification once it is rendered, also if the list was empty. */
function focusOn({ id }: Notification): void {
  setTimeout(() => document.querySelector<HTMLButtonElement>(`[data-delete="${id}"]`)?.focus())
}

interface NotificationDaysProps {
  personId: string
  notifications: Notification[]
}

/** A person's notifications, grouped by day (SPEC 9). */
export function NotificationDays({ personId, notifications }: NotificationDaysProps) {
  const { timeZone } = usePublicConfig()
  const changes = useNotificationChanges(personId)
  const list = useRef<HTMLDivElement>(null)

  function remove(notification: Notification) {
    const index = notifications.findIndex(({ id }) => id === notification.id)
    // A deleted notification hands the focus to the next one, or otherwise to the previous one.
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('[data-delete]') ?? [])]
    const next = buttons[index + 1] ?? buttons[index - 1] ?? list.current
    next?.focus()
    void changes.remove(notification, () => focusOn(notification))
  }

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {groupByDay(notifications, useNow(), timeZone).map((day) => (
        <NotificationDay
          key={day.title}
          day={day}
          onRead={(notification) => void changes.markRead(notification)}
          onDelete={remove}
        />
      ))}
    </div>
  )
}
