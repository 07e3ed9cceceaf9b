import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

export const favouritesQuery = (api: ApiClient, personId: string) =>
  infiniteQueryOptions({
    queryKey: ['favourites', personId],
    queryFn: ({ pageParam, signal }) =>
      api.call('listFavourites', { query: { cursor: pageParam ?? undefined } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { personal: true },
  })
