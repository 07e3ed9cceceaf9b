import type { QueryClient } from '@tanstack/react-query'
import { isSignedInAs } from '#web/accounts/sessions/signed-in-as.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import type { Live } from '#web/platform/live/live.ts'
import { readHidden, writeHidden } from './hidden-people.ts'

/** What another device did meanwhile is known at the latest after so long. */
const FRESH_MS = 10 * 60_000

interface FollowDeps {
  api: ApiClient
  queryClient: QueryClient
  live: Live
  personId: string
}

/** What shows other people to this person, who may be others now. */
export function refreshPeople(queryClient: QueryClient, personId: string): void {
  for (const kind of ['blocks', 'conversations', 'unread-conversations', 'favourites'])
    void queryClient.invalidateQueries({ queryKey: [kind, personId] })
}

/** Reads whom the person does not see: once, and when it changes. Returns how to stop. */
export function followHidden({ api, queryClient, live, personId }: FollowDeps): () => void {
  async function load() {
    try {
      const lists = await api.call('listHidden', {})
      if (isSignedInAs(personId)) writeHidden({ ...lists, personId, readAt: Date.now() })
    } catch {
      // What is known stays; the next page load or change tries again.
    }
  }
  const isFresh = () => Date.now() - (readHidden()?.readAt ?? 0) < FRESH_MS
  if (!isFresh()) void load()
  const stops = [
    live.subscribe('hidden.changed', () => {
      void load()
      refreshPeople(queryClient, personId)
    }),
    live.onState(() => void (live.state() === 'connected' && !isFresh() && load())),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
