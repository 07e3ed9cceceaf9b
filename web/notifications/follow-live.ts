import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'
import type { Live } from '#web/platform/live/live.ts'
import { notificationsQuery } from './list-queries.ts'
import { type Pages, refreshNewest } from './newest-notifications.ts'
import { unreadNotificationsQuery } from './queries.ts'

interface FollowDeps {
  api: ApiClient
  queryClient: QueryClient
  live: Pick<Live, 'state' | 'onState' | 'subscribe'>
  personId: string
}

/** The server stops counting here, so that an equal number may mean other notifications. */
const COUNT_MAX = 100

const allRead = ({ pages, ...rest }: Pages): Pages => ({
  ...rest,
  pages: pages.map((page) => ({ ...page, items: page.items.map((item) => ({ ...item, read: true })) })),
})

/** Updates the badge and the lists by the socket's events. Returns a function that stops it. */
export function followNotifications({ api, queryClient, live, personId }: FollowDeps): () => void {
  const { queryKey: unreadKey } = unreadNotificationsQuery(api, personId)
  const { queryKey: listKey } = notificationsQuery(api, personId)
  const refresh = () => void refreshNewest({ api, queryClient, personId })
  const stops = [
    live.subscribe('notifications.changed', ({ unread }) => {
      const known = queryClient.getQueryData(unreadKey)
      // A pending count is older.
      void queryClient.cancelQueries({ queryKey: unreadKey })
      queryClient.setQueryData(unreadKey, unread)
      if (unread === 0) queryClient.setQueryData<Pages>(listKey, (pages) => pages && allRead(pages))
      // Changes made in this tab are already shown.
      if (known !== unread || unread >= COUNT_MAX) refresh()
    }),
    live.onState(() => {
      if (live.state() !== 'connected') return
      // Events during the interruption were lost.
      void queryClient.invalidateQueries({ queryKey: unreadKey })
      refresh()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
