import type { IncomingHttpHeaders } from 'node:http'
import { DATA_SAVER_COOKIE } from '#contract/rendering/data-saver.ts'

const CHOICE = new RegExp(`(?:^|; ?)(?:__Secure-)?${DATA_SAVER_COOKIE}=(on|off)(?:;|$)`)

/** The person's choice on this device, otherwise the browser's setting. */
export function wantsSmallPictures(
  headers: Pick<IncomingHttpHeaders, 'cookie'> & { 'save-data'?: unknown },
): boolean {
  const chosen = CHOICE.exec(headers.cookie ?? '')?.[1]
  return chosen === undefined ? headers['save-data'] === 'on' : chosen === 'on'
}

const MARK = 'small '

/** Cache key of a page: its address, with a mark if its pictures are small. */
export const pageKey = (address: string, isSmall: boolean): string => (isSmall ? MARK + address : address)
export const addressOf = (key: string): string => (hasSmallPictures(key) ? key.slice(MARK.length) : key)
export const hasSmallPictures = (key: string): boolean => key.startsWith(MARK)
