import { useId, useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import type { Group } from './groups.ts'
import { NotificationActions, type NotificationChanges } from './NotificationActions.tsx'
import { NotificationHead } from './NotificationHead.tsx'
import { NotificationItem } from './NotificationItem.tsx'

interface NotificationGroupProps extends NotificationChanges {
  group: Group
  isToday: boolean
}

/** Equal notifications as one row: the newest with their number, which opens to all of them. */
export function NotificationGroup({ group, isToday, ...changes }: NotificationGroupProps) {
  const { newest, members } = group
  const [isOpen, setIsOpen] = useState(false)
  const contentId = useId()
  const listId = useId()
  const isNew = members.some(({ read }) => !read)
  return (
    <li className={`card px-4 pt-3 pb-1 ${isNew ? 'border-s-4 border-s-(--accent-solid)' : ''}`}>
      {/* The button is above what it opens and closes, so that nothing moves under the finger. */}
      <div className="-mt-2">
        <NotificationHead notification={newest} isNew={isNew} isToday={isToday}>
          <Button
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-describedby={contentId}
            look="text"
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Show less' : `Show all ${members.length}`}
          </Button>
        </NotificationHead>
      </div>
      {/* Hidden while the list below repeats it. */}
      <p id={contentId} hidden={isOpen} className="mt-1">
        {newest.content}
      </p>
      <NotificationActions notifications={members} contentId={contentId} {...changes} />
      <ul id={listId} hidden={!isOpen} className="mt-1 mb-3 grid gap-2">
        {isOpen &&
          members.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              isToday={isToday}
              {...changes}
            />
          ))}
      </ul>
    </li>
  )
}
