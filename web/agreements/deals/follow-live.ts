import type { QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/platform/live/live.ts'
import { dealsKey } from './queries.ts'

interface FollowDeps {
  queryClient: QueryClient
  live: Live
  personId: string
}

/** Reads the lists of agreements again after a step or a new connection. Returns a function that stops this. */
export function followDeals({ queryClient, live, personId }: FollowDeps): () => void {
  const read = () => void queryClient.invalidateQueries({ queryKey: dealsKey(personId) })
  const stops = [
    live.subscribe('message.sent', ({ message }) => {
      if (message.step) read()
    }),
    live.onState(() => {
      if (live.state() === 'connected') read()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
