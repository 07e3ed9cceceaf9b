import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ApiClient } from '#web/api/client.ts'
import type { Prepare } from './prepare.ts'
import { findRoute, type Route } from './routes.tsx'

const loading = new Map<string, Promise<ComponentType>>()
const loaded = new Map<string, ComponentType>()

export const loadedPage = (route: Route) => loaded.get(route.path)

/** The code of a route's page, fetched once; a failed fetch may be tried again. */
export function loadPage(route: Route): Promise<ComponentType> {
  const running = loading.get(route.path)
  if (running) return running
  const promise = route.load().then(
    (page) => {
      loaded.set(route.path, page)
      return page
    },
    (error: unknown) => {
      loading.delete(route.path)
      throw error
    },
  )
  loading.set(route.path, promise)
  return promise
}

interface PageSources {
  queryClient: QueryClient
  api: ApiClient
}

/** Makes what links call. Failures do not matter there: the page itself asks again and tells. */
export function pagePreparer({ queryClient, api }: PageSources): Prepare {
  return (href) => {
    const url = new URL(href, location.origin)
    const match = findRoute(url.pathname)
    if (!match) return
    loadPage(match.route).catch(() => undefined)
    match.route
      .prefetch?.({ params: match.params, search: url.searchParams, queryClient, api })
      .catch(() => undefined)
  }
}
