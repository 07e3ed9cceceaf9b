import type { QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/live/live.ts'
import { notificationsKey } from './queries.ts'

interface FollowParts {
  queryClient: QueryClient
  live: Pick<Live, 'state' | 'onState' | 'subscribe'>
  personId: string
}

/** Keeps the badge and the lists up with what the socket tells. Returns how to stop. */
export function followNotifications({ queryClient, live, personId }: FollowParts): () => void {
  const all = notificationsKey(personId)
  const unreadKey = [...all, 'unread']
  const stops = [
    live.subscribe('notifications.changed', ({ unread }) => {
      // A count that is still on its way is older.
      void queryClient.cancelQueries({ queryKey: unreadKey })
      queryClient.setQueryData(unreadKey, unread)
      for (const list of ['latest', 'list']) void queryClient.invalidateQueries({ queryKey: [...all, list] })
    }),
    live.onState(() => {
      // What was told in between was not heard.
      if (live.state() === 'connected') void queryClient.invalidateQueries({ queryKey: all })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
