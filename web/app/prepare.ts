import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { ApiClient } from '#web/api/client.ts'

export interface PageSources {
  queryClient: QueryClient
  api: ApiClient
}

/** Fetches the code and data of the page at an address. The route table provides it; links call it. */
export type Prepare = (href: string, sources: PageSources) => void

const PrepareContext = createContext<Prepare>(() => undefined)

export const PrepareProvider = PrepareContext.Provider
export const usePrepare = () => useContext(PrepareContext)
