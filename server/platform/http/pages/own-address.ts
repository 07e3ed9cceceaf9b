import { pageEntries } from '#contract/pages.ts'

/** Address on this site with single slashes at its ends, because two at the beginning would name another host. */
export const plainAddress = ({ pathname, search }: URL): string =>
  (pathname.replace(/\/+$/, '').replace(/^\/+/, '/') || '/') + search

const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'

/** Pages whose address ends with an id. */
const STARTS_OF_IDS = pageEntries.flatMap(([path]) => /^(.+\/):(?:id|conversationId)$/.exec(path)?.[1] ?? [])

/** An id followed by text that was copied with the address: a full stop, a bracket, or a tracker's '&fbclid=…'. */
const FOLLOWED_ID = new RegExp(`^((?:${STARTS_OF_IDS.join('|')})${UUID})[^0-9a-z/][^/]*$`, 'is')

interface Moved {
  address: string
  status: 301 | 308
}

/**
 * The correct address of a page, for an address copied with text that followed it or written with slashes at its end.
 */
export function ownAddress(url: URL): Moved | undefined {
  const { pathname, search } = url
  if (pathname.length > 1 && pathname.endsWith('/')) return { address: plainAddress(url), status: 308 }
  const [, address] = FOLLOWED_ID.exec(pathname) ?? []
  return address ? { address: address + search, status: 301 } : undefined
}
