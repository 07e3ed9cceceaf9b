import { useSyncExternalStore } from 'react'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.cookies'

export const OPTIONAL_COOKIES = ['analytics', 'marketing', 'functional'] as const
export type OptionalCookie = (typeof OPTIONAL_COOKIES)[number]
export type CookieChoices = Record<OptionalCookie, boolean>

const NONE: CookieChoices = { analytics: false, marketing: false, functional: false }

/** Only a clear yes counts as a yes. */
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

/** Returns the same object while the stored text is the same, as useSyncExternalStore requires. */
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

/**
 * Optional cookies that this browser's person has allowed. None on the server, whose pages are the same for
 * everyone.
 */
export const useCookieChoices = () => useSyncExternalStore(subscribe, read, () => NONE)

/** Returns false if the browser refuses to store anything for this site. */
export const saveCookieChoices = (next: CookieChoices): boolean =>
  deviceStorage.set(STORAGE_KEY, JSON.stringify(next))
