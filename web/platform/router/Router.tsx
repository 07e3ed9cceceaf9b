import { type ReactNode, useCallback, useLayoutEffect, useState } from 'react'
import {
  beforeBack,
  type Location,
  type Navigate,
  newKey,
  openAbove,
  pathOf,
  resolve,
  type Visit,
} from './location.ts'
import { NavigateProvider, VisitProvider } from './use-router.ts'

/** State of an entry in the browser's history; `usr` is the page's own. */
interface StoredEntry {
  usr: unknown
  key: string
}

function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const entry = history.state as Partial<StoredEntry> | null
  return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' }
}

/** Browsers refuse too many entries in a short time. The document is then loaded, but only from this site. */
function write(how: 'push' | 'replace', entry: StoredEntry, path: string): void {
  try {
    history[`${how}State`](entry, '', path)
  } catch (error) {
    const isOwn = new URL(path, window.location.origin).origin === window.location.origin
    if (!isOwn || (error instanceof DOMException && error.name === 'DataCloneError')) throw error
    window.location[how === 'push' ? 'assign' : 'replace'](path)
  }
}

/** True if only something that was open above the page has closed. */
const isSamePage = (one: Location, other: Location) => one.key === other.key && pathOf(one) === pathOf(other)

/** Follows links without loading a document, and goes back by the browser's history. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [visit, setVisit] = useState<Visit>(() => ({ location: currentLocation(), navigation: 'POP' }))
  useLayoutEffect(() => {
    const goBack = () => {
      beforeBack.call()
      setVisit((before) => {
        const location = currentLocation()
        return isSamePage(location, before.location) ? before : { location, navigation: 'POP' }
      })
    }
    addEventListener('popstate', goBack)
    // After a reload, nothing is open above the page.
    if (openAbove() !== undefined) history.back()
    return () => removeEventListener('popstate', goBack)
  }, [])
  const navigate = useCallback<Navigate>((to, { replace = false, state = null } = {}) => {
    const location = { ...resolve(to, window.location), state, key: newKey() }
    const entry = { usr: state, key: location.key }
    write(replace || openAbove() !== undefined ? 'replace' : 'push', entry, pathOf(location))
    setVisit({ location, navigation: replace ? 'REPLACE' : 'PUSH' })
  }, [])
  return (
    <NavigateProvider value={navigate}>
      <VisitProvider value={visit}>{children}</VisitProvider>
    </NavigateProvider>
  )
}

/** A fixed address, as on the server. */
export function StaticRouter({ address, children }: { address: string; children: ReactNode }) {
  const location = { ...resolve(address, { pathname: '/' }), state: null, key: 'default' }
  return <VisitProvider value={{ location, navigation: 'POP' }}>{children}</VisitProvider>
}
