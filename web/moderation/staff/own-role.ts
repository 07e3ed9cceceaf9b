import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

/** Whether the person moderates. Read where it is needed, never on public pages. */
export const ownRoleQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['own-role', personId],
    queryFn: ({ signal }) => api.call('getOwnRole', {}, signal),
    meta: { personal: true },
  })
