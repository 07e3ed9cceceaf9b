import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

export const featuredQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['featured'],
    queryFn: ({ signal }) => api.call('listFeatured', {}, signal),
  })

export const homeRowsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['home-rows'],
    queryFn: ({ signal }) => api.call('listHomeRows', {}, signal),
  })

export const productQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => api.call('getProduct', { params: { id } }, signal),
  })
