import { isDataSaverOn } from '#web/platform/data-use/data-saver.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ApiClient } from '#web/platform/api/client.ts'
import type { Prepare } from '#web/platform/router/prepare.ts'
import { findRoute, type Route } from './routes.tsx'

const loading = new Map<string, Promise<ComponentType>>()
const loaded = new Map<string, ComponentType>()

export const loadedPage = (route: Route) => loaded.get(route.component)

/**
 * Fetches the code of a route's page once, also if several routes share it. A failed fetch may be tried
 * again.
 */
export function loadPage(route: Route): Promise<ComponentType> {
  const running = loading.get(route.component)
  if (running) return running
  const promise = route.load().then(
    (page) => {
      loaded.set(route.component, page)
      return page
    },
    (error: unknown) => {
      loading.delete(route.component)
      throw error
    },
  )
  loading.set(route.component, promise)
  return promise
}

const opening = new Map<string, Promise<ComponentType>>()

/**
 * Loads the page for a new address. If its code does not load, as after a deploy or without a network, the
 * browser loads the whole document instead, whose code the server or the worker has.
 */
export function openPage(route: Route): Promise<ComponentType> {
  const running = opening.get(route.component)
  if (running) return running
  const promise = loadPage(route).catch(() => {
    location.reload()
    // This document shows nothing more.
    return new Promise<never>(() => undefined)
  })
  opening.set(route.component, promise)
  return promise
}

interface PageSources {
  queryClient: QueryClient
  api: ApiClient
}

/** Removes failed prefetches, so that a page that is opened later requests its data again. */
function forgetFailures(queryClient: QueryClient) {
  queryClient.removeQueries({ type: 'inactive', predicate: ({ state }) => state.status === 'error' })
}

/** Prefetches for links. Failures do not matter there, because the page requests again and shows them. */
export function pagePreparer({ queryClient, api }: PageSources): Prepare {
  return (href) => {
    if (isDataSaverOn()) return
    const url = new URL(href, location.origin)
    const match = findRoute(url.pathname)
    if (!match) return
    loadPage(match.route).catch(() => undefined)
    match.route
      .prefetch?.({ params: match.params, search: url.searchParams, queryClient, api })
      .catch(() => forgetFailures(queryClient))
  }
}
