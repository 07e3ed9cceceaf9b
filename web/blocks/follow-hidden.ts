import type { QueryClient } from '@tanstack/react-query'
import { isSignedInAs } from '#web/accounts/sessions/signed-in-as.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import type { Live } from '#web/platform/live/live.ts'
import { readHidden, writeHidden } from './hidden-people.ts'

/** Maximum age of the lists; blocks made on another device appear here after this at the latest. */
const MAX_AGE_MS = 10 * 60_000

interface FollowDeps {
  api: ApiClient
  queryClient: QueryClient
  live: Live
  personId: string
}

/** Refreshes the lists that show other people, because blocks remove people from them. */
export function refreshPeople(queryClient: QueryClient, personId: string): void {
  for (const kind of ['blocks', 'conversations', 'unread-conversations', 'favourites'])
    void queryClient.invalidateQueries({ queryKey: [kind, personId] })
}

/** Loads the lists of hidden people at start and after each change. Returns a function that stops this. */
export function followHidden({ api, queryClient, live, personId }: FollowDeps): () => void {
  async function load() {
    try {
      const lists = await api.call('listHidden', {})
      if (isSignedInAs(personId)) writeHidden({ ...lists, personId, readAt: Date.now() })
    } catch {
      // The known lists stay; the next page load or change tries again.
    }
  }
  const isFresh = () => Date.now() - (readHidden()?.readAt ?? 0) < MAX_AGE_MS
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
