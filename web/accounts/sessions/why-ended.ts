import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.ended'

/** Why the server ended the session of this browser, in words for the page that the person is led to. */
const TEXTS: Partial<Record<string, string>> = {
  'session-ended': 'You were logged out, here or on another device. Log in again to go on.',
  'account-suspended': 'This account is suspended. Log in to see why, until when, and how to appeal.',
  'account-banned': 'This account was closed. Log in to see why, and how to appeal.',
}

/** For all tabs, and until a person ends their session themselves. */
export const noteEnd = (code: string): void => void deviceStorage.set(STORAGE_KEY, code)
export const forgetEnd = (): void => deviceStorage.remove(STORAGE_KEY)

/** Undefined unless the session was ended elsewhere; `wasOpen`: it ended while a page of this tab was open. */
export const whyEnded = (wasOpen: boolean): string | undefined =>
  TEXTS[deviceStorage.get(STORAGE_KEY) ?? (wasOpen ? 'session-ended' : '')]
