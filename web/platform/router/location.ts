import { createListeners } from '#web/platform/browser/listeners.ts'

export interface Location<State = unknown> {
  pathname: string
  search: string
  hash: string
  state: State
  /** Key of its entry in the history; a document's first entry has none of its own. */
  key: string
}

/** An address of this site, or other parameters of the same page. */
export type Target = string | { search: string }

export interface NavigateOptions {
  replace?: boolean
  state?: unknown
}

export type Navigate = (to: Target, options?: NavigateOptions) => void

/** Where the person is, and whether a link or the browser's history brought them there. */
export interface Visit {
  location: Location
  navigation: 'POP' | 'PUSH' | 'REPLACE'
}

const SEGMENTS = /^([^?#]*)(\?[^#]*)?(#.*)?$/s
const dropEmpty = (part: string) => (part.length > 1 ? part : '')

/** Two slashes at the beginning would name another site. */
export function resolve(to: Target, from: Pick<Location, 'pathname'>) {
  if (typeof to !== 'string')
    return { pathname: from.pathname, search: to.search && `?${to.search}`, hash: '' }
  const [, pathname = '', search = '', hash = ''] = SEGMENTS.exec(to) ?? []
  return {
    pathname: pathname.replaceAll(/\/{2,}/g, '/') || from.pathname,
    search: dropEmpty(search),
    hash: dropEmpty(hash),
  }
}

export const pathOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  pathname + search + hash

/** Called when the person goes back, before the page follows. */
export const beforeBack = createListeners()

/** Name of the element that is open above the page, such as a sheet, which has an entry in the history. */
export const openAbove = (): string | undefined => (history.state as { above?: string } | null)?.above

export const newKey = () => Math.random().toString(36).slice(2, 10)
