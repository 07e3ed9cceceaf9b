const FRAGMENT = /^#news=([0-9a-f-]{36})$/

/** The message that the service worker posts to a tab that is already open. */
export interface OpenedNotification {
  openedNotification: string
}

/** The page that a tap on a push opens; the fragment names the notification that it marks as read. */
export const pathWithNotification = (path: string, id: string): string =>
  path.includes('#') ? path : `${path}#news=${id}`

/** Returns undefined for a page that was not opened from a push. */
export const notificationInFragment = (fragment: string): string | undefined => FRAGMENT.exec(fragment)?.[1]
