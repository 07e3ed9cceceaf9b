import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

const HOUR = 3_600_000

/** Categories are cached for an hour and not requested again before that (SPEC 7). */
export const categoriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['categories'],
    queryFn: async ({ signal }) => (await api.call('listCategories', {}, signal)).categories,
    staleTime: HOUR,
    gcTime: HOUR,
    refetchOnMount: false,
    refetchOnReconnect: false,
  })
