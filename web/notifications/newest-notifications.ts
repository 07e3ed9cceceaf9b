import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { latestNotificationsQuery, notificationsQuery } from './list-queries.ts'

export interface Page {
  items: Notification[]
  nextCursor: string | null
}
export type Pages = InfiniteData<Page, string | null>

const isOlder = (one: Notification, other: Notification) =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)

/**
 * Adds the newest page. Older pages stay, unless there are more new notifications than one page holds; then
 * the list starts again.
 */
function withNewest(known: Pages, newest: Page): Pages {
  const [first, ...further] = known.pages
  const [top] = first?.items ?? []
  const last = newest.items.at(-1)
  if (!first || !top || !last || newest.nextCursor === null || isOlder(top, last))
    return { pages: [newest], pageParams: [null] }
  const ids = new Set(newest.items.map(({ id }) => id))
  const rest = first.items.filter((item) => isOlder(item, last) && !ids.has(item.id))
  return { ...known, pages: [{ ...first, items: [...newest.items, ...rest] }, ...further] }
}

const firstOf = ({ pages, pageParams }: Pages): Pages => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
})

interface RefreshDeps {
  api: ApiClient
  queryClient: QueryClient
  personId: string
}

export const fetchLatest = ({ api, queryClient, personId }: RefreshDeps): Promise<Page> =>
  queryClient.query({ ...latestNotificationsQuery(api, personId), staleTime: 0 })

/**
 * Requests only the newest notifications, and only for the lists on the screen. The others load when they are
 * opened.
 */
export async function refreshNewest(deps: RefreshDeps): Promise<void> {
  const { api, queryClient, personId } = deps
  const latest = latestNotificationsQuery(api, personId)
  const { queryKey: listKey } = notificationsQuery(api, personId)
  const isShown = queryClient.getQueryCache().find({ queryKey: listKey })?.isActive() === true
  const changeList = (change: (known: Pages) => Pages) =>
    queryClient.setQueryData<Pages>(listKey, (known) => known && change(known))

  if (!isShown) {
    changeList(firstOf)
    void queryClient.invalidateQueries({ queryKey: listKey })
    void queryClient.invalidateQueries({ queryKey: latest.queryKey })
    return
  }
  try {
    // A pending reply may be older.
    await queryClient.cancelQueries({ queryKey: latest.queryKey })
    const newest = await fetchLatest(deps)
    changeList((known) => withNewest(known, newest))
  } catch {
    // Without a network the lists stay as they are; the next connection requests them again.
  }
}
