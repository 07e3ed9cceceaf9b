import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LIVE_KEY, STAFF_KEY } from '#web/moderation/staff/queries.ts'
import { live } from '#web/platform/live/live.ts'
import { atIntervals } from './at-intervals.ts'

/** A busy team changes something each second, which nobody needs to see each second. */
const INTERVAL_MILLISECONDS = 2000

const refresh = (queryClient: QueryClient) => {
  void queryClient.invalidateQueries({ queryKey: LIVE_KEY })
  void queryClient.invalidateQueries({ queryKey: [...STAFF_KEY, 'waiting'] })
}

/** Refreshes what colleagues change while a screen of the desk is open, also after an interruption. */
export function useDeskChanges(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const paced = atIntervals(() => refresh(queryClient), INTERVAL_MILLISECONDS)
    const stops = [
      live.subscribe('desk.changed', paced.call),
      live.onState(() => void (live.state() === 'connected' && paced.call())),
      paced.stop,
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queryClient])
}
