import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

export const reviewsQuery = (api: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: ['reviews', id],
    queryFn: ({ pageParam, signal }) =>
      api.call('listReviews', { params: { id }, query: { cursor: pageParam ?? undefined } }, signal),
    // Not undefined, which JSON would lose on the way from the server.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
