import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { activityQuery, LIVE_KEY, STAFF_KEY } from '#web/moderation/staff/queries.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { live } from '#web/platform/live/live.ts'
import { atIntervals } from './at-intervals.ts'

/** A busy team changes something each second, which nobody needs to see each second. */
const INTERVAL_MILLISECONDS = 2000
/** Nothing announces that a claim expires, or what happens while there is no connection. */
const EVERY_MINUTE = 60_000

/**
 * Requests the activity first. Without a code of the second factor it is refused, and the rest, which would ask for the
 * code, waits until the moderator does something.
 */
async function refresh(api: ApiClient, queryClient: QueryClient): Promise<void> {
  const { queryKey } = activityQuery(api)
  void queryClient.invalidateQueries({ queryKey: [...STAFF_KEY, 'waiting'] })
  await queryClient.refetchQueries({ queryKey })
  if (queryClient.getQueryState(queryKey)?.status === 'error') return
  await queryClient.invalidateQueries({
    queryKey: LIVE_KEY,
    predicate: (query) => query.queryKey.at(-1) !== queryKey.at(-1),
  })
}

/** Refreshes what colleagues change while a screen of the desk is open, also after an interruption. */
export function useDeskChanges(): void {
  const api = useApi()
  const queryClient = useQueryClient()
  useEffect(() => {
    const paced = atIntervals(() => void refresh(api, queryClient), INTERVAL_MILLISECONDS)
    const timer = setInterval(() => document.hidden || paced.call(), EVERY_MINUTE)
    const stops = [
      live.subscribe('desk.changed', paced.call),
      live.onState(() => void (live.state() === 'connected' && paced.call())),
      paced.stop,
      () => clearInterval(timer),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [api, queryClient])
}
