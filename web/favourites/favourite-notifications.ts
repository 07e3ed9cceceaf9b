import type { QueryClient } from '@tanstack/react-query'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import type { Live } from '#web/platform/live/live.ts'
import { favouritesQuery } from './queries.ts'

export interface FavouriteNotificationsDeps {
  api: ApiClient
  queryClient: QueryClient
  live: Pick<Live, 'subscribe'>
  personId: string
  listLatestNotifications: () => Promise<readonly Notification[]>
}

/**
 * Reloads the list when a notification says that a favourite is cheaper or sold. Returns a function that stops this.
 */
export function followFavouriteNotifications(deps: FavouriteNotificationsDeps): () => void {
  const { api, queryClient, live, personId, listLatestNotifications } = deps
  const { queryKey } = favouritesQuery(api, personId)
  const seen = new Set<string>()

  /** Whether any of the newest notifications is unseen and about a favourite. */
  async function isAboutFavourites(): Promise<boolean> {
    const items = await listLatestNotifications()
    const listed = queryClient.getQueryData(queryKey)?.pages.flatMap((page) => page.items) ?? []
    const paths = new Set(listed.map(({ product }) => `/products/${product.id}`))
    const fresh = items.filter(({ id, read }) => !read && !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    return fresh.some(({ actionUrl }) => actionUrl !== null && paths.has(actionUrl))
  }

  async function look(): Promise<void> {
    const isShown = queryClient.getQueryCache().find({ queryKey })?.isActive() === true
    try {
      if (!isShown || (await isAboutFavourites())) await queryClient.invalidateQueries({ queryKey })
    } catch {
      // Without a network the list stays as it is.
    }
  }
  return live.subscribe('notifications.changed', () => void look())
}
