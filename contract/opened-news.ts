const FRAGMENT = /^#news=([0-9a-f-]{36})$/

/** What the service worker tells a tab that was open already. */
export interface OpenedNews {
  openedNews: string
}

/** Where a tap on a push leads; behind #, so that the page that opens knows which news are read by that. */
export const pathWithNews = (path: string, id: string): string =>
  path.includes('#') ? path : `${path}#news=${id}`

/** Undefined for a page that was not opened from a push. */
export const newsInFragment = (fragment: string): string | undefined => FRAGMENT.exec(fragment)?.[1]
