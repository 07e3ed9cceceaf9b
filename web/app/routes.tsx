import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import type { ApiClient } from '#web/api/client.ts'
import { categoriesQuery } from '#web/catalog/queries.ts'
import { featuredQuery, productQuery } from '#web/products/queries.ts'
import { reviewsQuery } from '#web/reviews/queries.ts'
import { filtersToSearch, parseFilters } from '#web/search/filters.ts'
import { searchResultsQuery } from '#web/search/queries.ts'
import { sellerProductsQuery, sellerQuery } from '#web/sellers/queries.ts'

interface PrefetchInput {
  params: Record<string, string>
  search: URLSearchParams
  queryClient: QueryClient
  api: ApiClient
}

export interface Route {
  path: string
  /** Source file of the page, by which the build lists its chunks. */
  file: string
  load: () => Promise<ComponentType>
  /** Everything that the page shows at first; a failure decides the page's status. */
  prefetch?: (input: PrefetchInput) => Promise<unknown>
  /** Of a page that belongs to one person: the server sends its outline, and who is not signed in goes to log in. */
  privateTitle?: string
  /** Of a private page that visitors are led to as well: what they are told there, instead of going to log in. */
  visitorText?: string
  /** The part of the query that changes the page; the rest of it is dropped. */
  canonicalSearch?: (search: URLSearchParams) => string
}

/**
 * Waits for every call, also when one fails: a call still under way would be rendered as loading. Then fails with
 * the first one that did.
 */
async function allOf(calls: Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(calls)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

function staticPage(path: string, name: string, load: Route['load']): Route {
  return { path, file: `web/pages/${name}.tsx`, load }
}

function privatePage(path: string, name: string, title: string, load: Route['load']): Route {
  return { ...staticPage(path, name, load), privateTitle: title }
}

/** SPEC 2's route table, as far as visitors reach. */
export const routes: Route[] = [
  {
    path: '/',
    file: 'web/pages/HomePage.tsx',
    load: () => import('#web/pages/HomePage.tsx').then((page) => page.HomePage),
    prefetch: ({ queryClient, api }) =>
      allOf([queryClient.query(categoriesQuery(api)), queryClient.query(featuredQuery(api))]),
  },
  {
    path: '/products',
    file: 'web/pages/ProductsPage.tsx',
    load: () => import('#web/pages/ProductsPage.tsx').then((page) => page.ProductsPage),
    prefetch: ({ search, queryClient, api }) =>
      allOf([
        queryClient.query(categoriesQuery(api)),
        queryClient.infiniteQuery(searchResultsQuery(api, parseFilters(search))),
      ]),
    canonicalSearch: (search) => filtersToSearch(parseFilters(search)),
  },
  {
    path: '/products/:id',
    file: 'web/pages/ProductPage.tsx',
    load: () => import('#web/pages/ProductPage.tsx').then((page) => page.ProductPage),
    prefetch: ({ params: { id = '' }, queryClient, api }) =>
      allOf([queryClient.query(productQuery(api, id)), queryClient.infiniteQuery(reviewsQuery(api, id))]),
  },
  {
    path: '/sellers/:id',
    file: 'web/pages/SellerPage.tsx',
    load: () => import('#web/pages/SellerPage.tsx').then((page) => page.SellerPage),
    prefetch: ({ params: { id = '' }, queryClient, api }) =>
      allOf([
        queryClient.query(sellerQuery(api, id)),
        queryClient.infiniteQuery(sellerProductsQuery(api, id)),
      ]),
  },
  // A page for everyone: what is personal comes after the page is taken over.
  staticPage('/favourites', 'FavouritesPage', () =>
    import('#web/pages/FavouritesPage.tsx').then((page) => page.FavouritesPage),
  ),
  staticPage('/help', 'HelpPage', () => import('#web/pages/HelpPage.tsx').then((page) => page.HelpPage)),
  staticPage('/safety', 'SafetyPage', () =>
    import('#web/pages/SafetyPage.tsx').then((page) => page.SafetyPage),
  ),
  staticPage('/contact', 'ContactPage', () =>
    import('#web/pages/ContactPage.tsx').then((page) => page.ContactPage),
  ),
  staticPage('/terms', 'TermsPage', () => import('#web/pages/TermsPage.tsx').then((page) => page.TermsPage)),
  staticPage('/privacy', 'PrivacyPage', () =>
    import('#web/pages/PrivacyPage.tsx').then((page) => page.PrivacyPage),
  ),
  staticPage('/cookies', 'CookiesPage', () =>
    import('#web/pages/CookiesPage.tsx').then((page) => page.CookiesPage),
  ),
  staticPage('/auth/reset-password', 'ResetPasswordPage', () =>
    import('#web/pages/ResetPasswordPage.tsx').then((page) => page.ResetPasswordPage),
  ),
  staticPage('/auth/update-password', 'UpdatePasswordPage', () =>
    import('#web/pages/UpdatePasswordPage.tsx').then((page) => page.UpdatePasswordPage),
  ),
  staticPage('/auth/callback', 'AuthCallbackPage', () =>
    import('#web/pages/AuthCallbackPage.tsx').then((page) => page.AuthCallbackPage),
  ),
  staticPage('/auth/verify-email', 'VerifyEmailPage', () =>
    import('#web/pages/VerifyEmailPage.tsx').then((page) => page.VerifyEmailPage),
  ),
  staticPage('/unsubscribe', 'UnsubscribePage', () =>
    import('#web/pages/UnsubscribePage.tsx').then((page) => page.UnsubscribePage),
  ),
  privatePage('/profile', 'ProfilePage', 'Profile settings', () =>
    import('#web/pages/ProfilePage.tsx').then((page) => page.ProfilePage),
  ),
  privatePage('/dashboard', 'DashboardPage', 'Dashboard', () =>
    import('#web/pages/DashboardPage.tsx').then((page) => page.DashboardPage),
  ),
  privatePage('/messages', 'MessagesPage', 'Messages', () =>
    import('#web/pages/MessagesPage.tsx').then((page) => page.MessagesPage),
  ),
  // SPEC 2: two addresses of the same screen.
  ...['/conversation/:id', '/messages/:conversationId'].map((path) =>
    privatePage(path, 'ConversationPage', 'Conversation', () =>
      import('#web/pages/ConversationPage.tsx').then((page) => page.ConversationPage),
    ),
  ),
  privatePage('/notifications-page', 'NotificationsPage', 'Notifications', () =>
    import('#web/pages/NotificationsPage.tsx').then((page) => page.NotificationsPage),
  ),
  ...(
    [
      ['/create-product', 'List an item'],
      ['/edit-product/:id', 'Edit listing'],
    ] as const
  ).map(([path, title]) => ({
    ...privatePage(path, 'ListingFormPage', title, () =>
      import('#web/pages/ListingFormPage.tsx').then((page) => page.ListingFormPage),
    ),
    visitorText: 'Log in to list an item or to edit yours. You come back here afterwards.',
  })),
  privatePage('/saved-searches', 'SavedSearchesPage', 'Saved searches', () =>
    import('#web/pages/SavedSearchesPage.tsx').then((page) => page.SavedSearchesPage),
  ),
  privatePage('/settings-page', 'SettingsPage', 'Settings', () =>
    import('#web/pages/SettingsPage.tsx').then((page) => page.SettingsPage),
  ),
  // Only these two; any other word after /auth/ is no page.
  ...['/auth/login', '/auth/register'].map((path) =>
    staticPage(path, 'AuthPage', () => import('#web/pages/AuthPage.tsx').then((page) => page.AuthPage)),
  ),
]

export function findRoute(pathname: string): { route: Route; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const match = matchPath(route.path, pathname)
    if (match) return { route, params: match.params as Record<string, string> }
  }
  return undefined
}
