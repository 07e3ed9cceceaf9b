const FRAGMENT = /^#news=([0-9a-f-]{36})$/

/** What the service worker posts to a tab that is already open. */
export interface OpenedNotification {
  openedNotification: string
}

/** Where a tap on a push leads; the fragment says which notification becomes read by that. */
export const pathWithNotification = (path: string, id: string): string =>
  path.includes('#') ? path : `${path}#news=${id}`

/** Undefined for a page that was not opened from a push. */
export const notificationInFragment = (fragment: string): string | undefined => FRAGMENT.exec(fragment)?.[1]
