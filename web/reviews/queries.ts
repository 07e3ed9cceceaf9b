import { infiniteQueryOptions } from '@tanstack/react-query'
import { BY_CURSOR } from '#web/platform/api/by-cursor.ts'
import type { ApiClient } from '#web/platform/api/client.ts'

export const reviewsQuery = (api: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: ['reviews', id],
    queryFn: ({ pageParam, signal }) =>
      api.call('listReviews', { params: { id }, query: { cursor: pageParam ?? undefined } }, signal),
    ...BY_CURSOR,
  })

export const buyerReviewsQuery = (api: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: ['buyer-reviews', id],
    queryFn: ({ pageParam, signal }) =>
      api.call('listBuyerReviews', { params: { id }, query: { cursor: pageParam ?? undefined } }, signal),
    ...BY_CURSOR,
  })
