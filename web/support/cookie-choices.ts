import { useSyncExternalStore } from 'react'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.cookies'

export const OPTIONAL_COOKIES = ['analytics', 'marketing', 'functional'] as const
export type OptionalCookie = (typeof OPTIONAL_COOKIES)[number]
export type CookieChoices = Record<OptionalCookie, boolean>

const NONE: CookieChoices = { analytics: false, marketing: false, functional: false }

/** Anything but a plain yes is a no. */
export function parseCookieChoices(text: string | null): CookieChoices {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return NONE
    const isChosen = (name: OptionalCookie) => (stored as Record<string, unknown>)[name] === true
    return Object.fromEntries(OPTIONAL_COOKIES.map((name) => [name, isChosen(name)])) as CookieChoices
  } catch {
    return NONE
  }
}

let storedText: string | null = null
let choices = NONE

/** The same object as long as the stored text is the same, as useSyncExternalStore requires. */
function read(): CookieChoices {
  const text = deviceStorage.get(STORAGE_KEY)
  if (text !== storedText) {
    storedText = text
    choices = parseCookieChoices(text)
  }
  return choices
}

function subscribe(notify: () => void) {
  addEventListener('storage', notify)
  return () => removeEventListener('storage', notify)
}

/** What this browser's visitor allowed: nothing optional on the server, whose pages are the same for everyone. */
export const useCookieChoices = () => useSyncExternalStore(subscribe, read, () => NONE)

/** False when the browser lets this site keep nothing. */
export const saveCookieChoices = (next: CookieChoices): boolean =>
  deviceStorage.set(STORAGE_KEY, JSON.stringify(next))
