import type { ReactNode } from 'react'
import { LoadFailure } from './LoadFailure.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

export interface LoadingData<Data> {
  data: Data | undefined
  isError: boolean
  refetch: () => unknown
}

/**
 * The data of a query or, until it is loaded, what to show instead: an outline, or `failure` and a button to
 * try again.
 */
export function loadedData<Data>(query: LoadingData<Data>, failure: string): [Data | undefined, ReactNode] {
  if (query.data !== undefined) return [query.data, null]
  const instead = query.isError ? (
    <LoadFailure message={failure} retry={() => void query.refetch()} />
  ) : (
    <PageSkeleton />
  )
  return [undefined, instead]
}
