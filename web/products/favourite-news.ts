import type { QueryClient } from '@tanstack/react-query'
import type { Notification } from '#contract/notifications.ts'
import type { ApiClient } from '#web/api/client.ts'
import type { Live } from '#web/live/live.ts'
import { favouritesQuery } from './favourite-queries.ts'

export interface FavouriteNewsParts {
  api: ApiClient
  queryClient: QueryClient
  live: Pick<Live, 'subscribe'>
  personId: string
  /** The newest notifications, as the server has them now. */
  latestNews: () => Promise<readonly Notification[]>
}

/** A favourite may be cheaper by now, or sold: the news say so, and then the list is loaded anew. Returns how to stop. */
export function followFavouriteNews(parts: FavouriteNewsParts): () => void {
  const { api, queryClient, live, personId, latestNews } = parts
  const { queryKey } = favouritesQuery(api, personId)
  const heard = new Set<string>()

  /** Whether any of the newest is about a favourite, and not known yet. */
  async function isNewsOfFavourites(): Promise<boolean> {
    const items = await latestNews()
    const kept = queryClient.getQueryData(queryKey)?.pages.flatMap((page) => page.items) ?? []
    const paths = new Set(kept.map(({ product }) => `/products/${product.id}`))
    const fresh = items.filter(({ id, read }) => !read && !heard.has(id))
    for (const { id } of fresh) heard.add(id)
    return fresh.some(({ actionUrl }) => actionUrl !== null && paths.has(actionUrl))
  }

  async function look(): Promise<void> {
    const isShown = queryClient.getQueryCache().find({ queryKey })?.isActive() === true
    try {
      if (!isShown || (await isNewsOfFavourites())) await queryClient.invalidateQueries({ queryKey })
    } catch {
      // Without a network the list stays as it is.
    }
  }
  return live.subscribe('notifications.changed', () => void look())
}
