import { infiniteQueryOptions } from '@tanstack/react-query'
import { BY_CURSOR } from '#web/platform/api/by-cursor.ts'
import type { ApiClient } from '#web/platform/api/client.ts'

export const favouritesQuery = (api: ApiClient, personId: string) =>
  infiniteQueryOptions({
    queryKey: ['favourites', personId],
    queryFn: ({ pageParam, signal }) =>
      api.call('listFavourites', { query: { cursor: pageParam ?? undefined } }, signal),
    ...BY_CURSOR,
    meta: { personal: true },
  })
