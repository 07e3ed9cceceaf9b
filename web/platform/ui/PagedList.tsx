import type { ReactNode } from 'react'
import { loadedData, type LoadingData } from './loaded-data.tsx'
import { ShowMore } from './ShowMore.tsx'

interface LoadingPages<Item> extends LoadingData<{ pages: { items: Item[] }[] }> {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

interface PagedListProps<Item> {
  query: LoadingPages<Item>
  /** Text shown if nothing could be loaded. */
  failure: string
  /** Shown if the list is empty. */
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** A list, newest first, with a button for more. */
export function PagedList<Item>({ query, failure, empty, children }: PagedListProps<Item>) {
  const [data, instead] = loadedData(query, failure)
  if (!data) return instead
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty
  return (
    <>
      {children(items)}
      {query.hasNextPage && (
        <ShowMore isLoading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
      )}
    </>
  )
}
