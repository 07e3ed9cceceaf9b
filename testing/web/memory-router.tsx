import { type ReactElement, type ReactNode, useCallback, useState } from 'react'
import { type Navigate, newKey, resolve, type Visit } from '#web/platform/router/location.ts'
import { pathMatcher } from '#web/platform/router/match-path.ts'
import {
  NavigateProvider,
  ParamsProvider,
  useLocation,
  VisitProvider,
} from '#web/platform/router/use-router.ts'

/** The router without a browser history. */
export function MemoryRouter({ at = '/', children }: { at?: string; children: ReactNode }) {
  const [visit, setVisit] = useState<Visit>(() => ({
    location: { ...resolve(at, { pathname: '/' }), state: null, key: 'default' },
    navigation: 'POP',
  }))
  const navigate = useCallback<Navigate>((to, { replace = false, state = null } = {}) => {
    setVisit(({ location }) => ({
      location: { ...resolve(to, location), state, key: newKey() },
      navigation: replace ? 'REPLACE' : 'PUSH',
    }))
  }, [])
  return (
    <NavigateProvider value={navigate}>
      <VisitProvider value={visit}>{children}</VisitProvider>
    </NavigateProvider>
  )
}

/** The first page whose path matches, otherwise `elsewhere`. */
export function Pages({ pages, elsewhere }: { pages: Record<string, ReactElement>; elsewhere: ReactNode }) {
  const { pathname } = useLocation()
  for (const [path, page] of Object.entries(pages)) {
    const params = pathMatcher(path)(pathname)
    if (params) return <ParamsProvider value={params}>{page}</ParamsProvider>
  }
  return elsewhere
}
