import { useEffect, useEffectEvent } from 'react'
import type { ActionName } from '#contract/moderation/cases/decisions.ts'

/** Keys of the actions, shown on their buttons. */
export const ACTION_KEYS: Record<ActionName, string> = {
  approve: 'a',
  remove: 'r',
  hold: 'h',
  warn: 'w',
  limit: 'l',
  suspend: 's',
  ban: 'b',
  restore: 'u',
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/**
 * Calls the function of a pressed key, unless somebody types, a dialog is open or the key is for the browser.
 */
export function useKeys(keys: Record<string, () => void>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return
    const work = keys[event.key]
    if (!work) return
    event.preventDefault()
    work()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => act(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
