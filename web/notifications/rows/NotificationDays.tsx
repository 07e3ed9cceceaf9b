import { useId, useRef } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'
import { useNow } from '#web/platform/ui/time/clock.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { type Day, groupByDay } from './days.ts'
import { focusRestored, useFocusAfterDelete } from './focus-after-delete.ts'
import { groupEqual } from './groups.ts'
import type { NotificationChanges } from './NotificationActions.tsx'
import { NotificationGroup } from './NotificationGroup.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { useNotificationChanges } from '#web/notifications/use-notification-changes.ts'

interface NotificationDayProps extends NotificationChanges {
  day: Day<Notification>
}

function NotificationDay({ day, ...changes }: NotificationDayProps) {
  const id = useId()
  const common = { isToday: day.title === 'Today', ...changes }
  return (
    <section aria-labelledby={id} className="mt-6 first:mt-0">
      <h2 id={id} className="text-sm font-semibold text-muted">
        {day.title}
      </h2>
      <ul className="mt-2 grid gap-2">
        {groupEqual(day.items).map((group) =>
          group.members.length === 1 ? (
            <NotificationItem key={group.newest.id} notification={group.newest} {...common} />
          ) : (
            <NotificationGroup key={group.key} group={group} {...common} />
          ),
        )}
      </ul>
    </section>
  )
}

interface NotificationDaysProps {
  personId: string
  notifications: Notification[]
}

/** A person's notifications, grouped by day (SPEC 9); equal ones of a day are one row. */
export function NotificationDays({ personId, notifications }: NotificationDaysProps) {
  const { timeZone } = usePublicConfig()
  const changes = useNotificationChanges(personId)
  const list = useRef<HTMLDivElement>(null)
  const moveFocus = useFocusAfterDelete(list, notifications)

  function remove(deleted: readonly Notification[]) {
    moveFocus(deleted)
    void changes.remove(deleted, () => focusRestored(deleted))
  }

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {groupByDay(notifications, useNow(), timeZone).map((day) => (
        <NotificationDay
          key={day.title}
          day={day}
          onRead={(read) => void changes.markRead(read)}
          onDelete={remove}
        />
      ))}
    </div>
  )
}
