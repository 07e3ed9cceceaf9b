import { createContext, useContext, useMemo } from 'react'
import type { Location, Navigate, NavigateOptions, Visit } from './location.ts'

const NOWHERE: Visit = {
  location: { pathname: '/', search: '', hash: '', state: null, key: 'default' },
  navigation: 'POP',
}

const VisitContext = createContext(NOWHERE)
const NavigateContext = createContext<Navigate>(() => undefined)
const ParamsContext = createContext<Record<string, string | undefined>>({})

export const VisitProvider = VisitContext.Provider
export const NavigateProvider = NavigateContext.Provider
export const ParamsProvider = ParamsContext.Provider

export const useLocation = (): Location => useContext(VisitContext).location
export const useNavigationType = () => useContext(VisitContext).navigation
export const useNavigate = () => useContext(NavigateContext)
/** Values of the named segments in the path. */
export const useParams = () => useContext(ParamsContext)

export function useSearchParams() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const set = (params: Record<string, string>, options?: NavigateOptions) =>
    navigate({ search: new URLSearchParams(params).toString() }, options)
  return [useMemo(() => new URLSearchParams(search), [search]), set] as const
}
