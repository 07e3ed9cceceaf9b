import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

/** Role of the person, if any. Pages load it where they need it; public pages never do. */
export const ownRoleQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['own-role', personId],
    queryFn: ({ signal }) => api.call('getOwnRole', {}, signal),
    meta: { personal: true },
  })
