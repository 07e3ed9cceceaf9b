import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

const keyOf = (personId: string) => ['security', personId]

export const securityQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: keyOf(personId),
    queryFn: ({ signal }) => api.call('getSecurity', {}, signal),
    meta: { personal: true },
  })

/** After a change; the profile shows the number too, and the badge stands on public pages. */
export async function refreshSecurity(queryClient: QueryClient, personId: string): Promise<void> {
  const keys = [keyOf(personId), ['profile', personId], ['seller', personId], ['product']]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
