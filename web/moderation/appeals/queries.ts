import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

export const decisionsKey = (personId: string) => ['own-decisions', personId] as const

export const ownDecisionsQuery = (api: ApiClient, personId: string) =>
  infiniteQueryOptions({
    queryKey: decisionsKey(personId),
    queryFn: ({ pageParam, signal }) =>
      api.call('listOwnDecisions', { query: { cursor: pageParam ?? undefined } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { personal: true },
  })
