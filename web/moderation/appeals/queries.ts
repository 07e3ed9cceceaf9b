import { infiniteQueryOptions } from '@tanstack/react-query'
import { BY_CURSOR } from '#web/platform/api/by-cursor.ts'
import type { ApiClient } from '#web/platform/api/client.ts'

export const decisionsKey = (personId: string) => ['own-decisions', personId] as const

export const ownDecisionsQuery = (api: ApiClient, personId: string) =>
  infiniteQueryOptions({
    queryKey: decisionsKey(personId),
    queryFn: ({ pageParam, signal }) =>
      api.call('listOwnDecisions', { query: { cursor: pageParam ?? undefined } }, signal),
    ...BY_CURSOR,
    meta: { personal: true },
  })
