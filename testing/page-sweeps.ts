import { pageEntries, type PagePath } from '#contract/pages.ts'

/** Pages that a sweep does not open, with the reason. The looks open every page. */
const LEFT_OUT = {
  budgets: {
    'People arrive from a page that has a budget, with its code loaded': [
      '/favourites',
      '/me',
      '/help',
      '/safety',
      '/contact',
      '/report',
      '/terms',
      '/privacy',
      '/cookies',
      '/transparency',
      '/auth/login',
      '/auth/register',
      '/auth/reset-password',
    ],
    'It is for people who have signed in': [
      '/dashboard',
      '/create-product',
      '/edit-product/:id',
      '/messages',
      '/deals',
      '/conversation/:id',
      '/messages/:conversationId',
      '/notifications-page',
      '/saved-searches',
      '/profile',
      '/settings-page',
      '/stolen-phones',
      '/reports',
      '/decisions',
      '/moderation',
      '/moderation/:view',
      '/moderation/:view/:id',
    ],
    'A link in an e-mail opens it, once': [
      '/appeal',
      '/unsubscribe',
      '/auth/update-password',
      '/auth/callback',
      '/auth/verify-email',
    ],
    'It exists only on a developer’s machine': ['/dev/ui'],
  },
  screens: {
    'A separate screen finds its address': ['/products/:id', '/sellers/:id', '/conversation/:id'],
    'It shows what another page shows': ['/edit-product/:id', '/messages/:conversationId'],
    'It needs a role': ['/moderation', '/moderation/:view', '/moderation/:view/:id'],
  },
} satisfies Record<string, Record<string, PagePath[]>>

/** Pages that a sweep opens: all except those left out with a reason. */
export function pagesIn(sweep: keyof typeof LEFT_OUT): PagePath[] {
  const leftOut = Object.values<PagePath[]>(LEFT_OUT[sweep]).flat()
  return pageEntries.map(([path]) => path).filter((path) => !leftOut.includes(path))
}
