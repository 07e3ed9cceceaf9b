import { type RefObject, useEffect, useRef } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'

/** Focuses the button that deletes the notification, alone or with its group. */
const focusButtonOf = (id: string) =>
  document.querySelector<HTMLButtonElement>(`[data-delete~="${id}"]`)?.focus()

/** Focuses a restored notification once it is rendered, also if the list was empty. */
export function focusRestored([newest]: readonly Notification[]): void {
  if (newest) setTimeout(() => focusButtonOf(newest.id))
}

/**
 * Deleted notifications hand the focus to the next one that stays, or otherwise to the previous one. Returns
 * a function to call before they are deleted.
 */
export function useFocusAfterDelete(
  list: RefObject<HTMLElement | null>,
  notifications: readonly Notification[],
) {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    // A group that shrank to one notification has a new button.
    if (wanted.current !== undefined && document.activeElement === document.body)
      focusButtonOf(wanted.current)
    wanted.current = undefined
  }, [notifications])

  return (deleted: readonly Notification[]) => {
    const ids = deleted.map(({ id }) => id)
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('[data-delete]') ?? [])]
    const remaining = buttons.map((button) =>
      button.dataset.delete?.split(' ').find((id) => !ids.includes(id)),
    )
    const pressed = buttons.findIndex(({ dataset }) => dataset.delete === ids.join(' '))
    const next = remaining.findIndex((id, index) => index > pressed && id !== undefined)
    const index = next < 0 ? remaining.findLastIndex((id, at) => at < pressed && id !== undefined) : next
    wanted.current = remaining[index]
    ;(buttons[index] ?? list.current)?.focus()
  }
}
