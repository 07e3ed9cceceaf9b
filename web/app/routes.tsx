import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type Page, type PageComponent, pageEntries, type PagePath } from '#contract/pages.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { categoriesQuery } from '#web/catalog/queries.ts'
import { transparencyQuery } from '#web/moderation/cases/transparency-query.ts'
import { pathMatcher } from '#web/platform/router/match-path.ts'
import { preparedLazy } from '#web/platform/ui/lazy/prepared-lazy.ts'
import { featuredQuery, productQuery } from '#web/products/queries.ts'
import { buyerReviewsQuery, reviewsQuery } from '#web/reviews/queries.ts'
import type { FirstPages } from './later-pages.ts'
import { filtersToSearch, parseFilters } from '#web/search/filters.ts'
import { sellerProductsQuery, sellerQuery } from '#web/sellers/queries.ts'

interface PrefetchInput {
  params: Record<string, string>
  search: URLSearchParams
  queryClient: QueryClient
  api: ApiClient
}

interface PageData {
  /** Loads what the first view needs in addition to the component's own code. */
  prepare?: () => Promise<unknown>
  /** Requests all data of the first view; a failure decides the page's status. */
  prefetch?: (input: PrefetchInput) => Promise<unknown>
  /** Parameters that change the page; the others are dropped. */
  canonicalSearch?: (search: URLSearchParams) => string
}

export interface Route extends Page, PageData {
  path: string
  /** Returns the path's parameters if an address belongs to this page. */
  match: (pathname: string) => Record<string, string> | undefined
  load: () => Promise<ComponentType>
}

/**
 * Waits for every call, even after one has failed, because a pending call would be rendered as loading. Then
 * rejects with the first failure.
 */
async function allOf(calls: Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(calls)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

const FIRST_PAGES: FirstPages = {
  HomePage: () => import('#web/pages/HomePage.tsx'),
  ProductsPage: () => import('#web/pages/ProductsPage.tsx'),
  ProductPage: () => import('#web/pages/ProductPage.tsx'),
  SellerPage: () => import('#web/pages/SellerPage.tsx'),
}

const isFirst = (component: PageComponent): component is keyof FirstPages => component in FIRST_PAGES

const importPage = async (component: PageComponent): Promise<Partial<Record<string, ComponentType>>> =>
  isFirst(component) ? FIRST_PAGES[component]() : (await import('./later-pages.ts')).LATER_PAGES[component]()

/** Loads with the list itself: other pages do not need it. */
const listData = () => import('#web/search/list-data.ts')

const DATA: Partial<Record<PagePath, PageData>> = {
  '/': {
    prefetch: ({ queryClient, api }) =>
      allOf([queryClient.query(categoriesQuery(api)), queryClient.query(featuredQuery(api))]),
  },
  '/products': {
    prepare: async () => (await listData()).prepareList(),
    prefetch: async (input) => allOf((await listData()).prefetchList(input)),
    canonicalSearch: (search) => filtersToSearch(parseFilters(search)),
  },
  '/products/:id': {
    prefetch: ({ params: { id = '' }, queryClient, api }) =>
      allOf([queryClient.query(productQuery(api, id)), queryClient.infiniteQuery(reviewsQuery(api, id))]),
  },
  '/transparency': { prefetch: ({ queryClient, api }) => queryClient.query(transparencyQuery(api)) },
  '/sellers/:id': {
    prefetch: ({ params: { id = '' }, queryClient, api }) =>
      allOf([
        queryClient
          .query(sellerQuery(api, id))
          .then(({ asBuyer }) => asBuyer && queryClient.infiniteQuery(buyerReviewsQuery(api, id))),
        queryClient.infiniteQuery(sellerProductsQuery(api, id)),
      ]),
  },
}

/** The frame of pages that belong to one person loads with those pages, so anonymous people load none of it. */
export const OwnPageFrame = preparedLazy(async () => (await import('./OwnPage.tsx')).OwnPage)

const routes: Route[] = pageEntries.map(([path, page]) => {
  const component = page.component as PageComponent
  const load = async () => {
    const frame = page.access === 'signed-in' ? OwnPageFrame.prepare() : undefined
    const [module] = await Promise.all([importPage(component), frame, DATA[path]?.prepare?.()])
    return module[component] as ComponentType
  }
  return { path, match: pathMatcher(path), ...page, ...DATA[path], load }
})

export function findRoute(pathname: string): { route: Route; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const params = route.match(pathname)
    if (params) return { route, params }
  }
  return undefined
}
