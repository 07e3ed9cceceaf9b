import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.ended'

/** Why the server ended this browser's session, shown on the page that the person is sent to. */
const TEXTS: Partial<Record<string, string>> = {
  'session-ended': 'You were logged out, here or on another device. Log in again to continue.',
  'account-suspended': 'This account is suspended. Log in to see why, until when, and how to appeal.',
  'account-banned': 'This account was closed. Log in to see why, and how to appeal.',
}

/** The reason applies to all tabs until the person signs out. */
export const storeEndReason = (code: string): void => void deviceStorage.set(STORAGE_KEY, code)
export const forgetEndReason = (): void => deviceStorage.remove(STORAGE_KEY)

/**
 * The reason, or undefined unless the session was ended elsewhere. `wasOpen` means that it ended while a page
 * of this tab was open.
 */
export const findEndReason = (wasOpen: boolean): string | undefined =>
  TEXTS[deviceStorage.get(STORAGE_KEY) ?? (wasOpen ? 'session-ended' : '')]
