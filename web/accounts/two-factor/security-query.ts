import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

const keyOf = (personId: string) => ['security', personId]

export const securityQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: keyOf(personId),
    queryFn: ({ signal }) => api.call('getSecurity', {}, signal),
    meta: { personal: true },
  })

/** Refreshes pages after a change: the profile also shows the number, and public pages show the badge. */
export async function refreshSecurity(queryClient: QueryClient, personId: string): Promise<void> {
  const keys = [keyOf(personId), ['profile', personId], ['seller', personId], ['product']]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
