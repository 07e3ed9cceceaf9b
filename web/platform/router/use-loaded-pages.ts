import { useEffect, useRef } from 'react'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'
import { useLocation, useNavigationType } from './use-router.ts'

interface LongList {
  data: { pages: unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => unknown
}

/**
 * After a reload, or Back from another document, loads as many pages of a list as before, so that people
 * return to the same position. Returns the list.
 */
export function useLoadedPages<List extends LongList>(list: List, name = ''): List {
  const { key, pathname, search } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const storageKey = `pages${name}:${key}:${pathname}${search}`
  const restored = useRef('')
  const count = list.data?.pages.length ?? 0
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  useEffect(() => {
    if (count === 0 || isFetching) return
    const wanted = isBack && restored.current !== storageKey ? Number(tabStorage.get(storageKey) ?? 0) : 0
    if (count < wanted && hasNextPage && !isError) return void fetchNextPage()
    restored.current = storageKey
    if (count > 1) tabStorage.set(storageKey, String(count))
  }, [count, isFetching, isBack, storageKey, hasNextPage, isError, fetchNextPage])
  return list
}
