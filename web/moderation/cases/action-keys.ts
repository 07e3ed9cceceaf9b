import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { ActionName } from '#contract/moderation/cases/decisions.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

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

/** Shows reported messages. */
export const LOOK_KEY = 'm'

const STORAGE_KEY = 'sankofa.staff-keys'
const listeners = createListeners()
const areOn = () => deviceStorage.get(STORAGE_KEY) !== 'off'

/** Some people dictate: each letter that their device hears would act on a case, so they switch the keys off. */
export function setKeysOn(isOn: boolean): void {
  if (isOn) deviceStorage.remove(STORAGE_KEY)
  else deviceStorage.set(STORAGE_KEY, 'off')
  listeners.call()
}

export const useKeysOn = (): boolean => useSyncExternalStore(listeners.add, areOn, () => true)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null

/**
 * Calls the function of a pressed key, unless the keys are off, somebody types, a dialog is open or the key is
 * for the browser.
 */
export function useKeys(keys: Record<string, () => void>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !areOn()) return
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
