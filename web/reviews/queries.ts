import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/api/client.ts'

export const reviewsQuery = (api: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: ['reviews', id],
    queryFn: ({ pageParam, signal }) =>
      api.call('listReviews', { params: { id }, query: { cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
