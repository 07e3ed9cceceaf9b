import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import type { ApiClient } from '#web/platform/api/client.ts'

/** Number of conversations with unread messages, for the badges. */
export const unreadConversationsQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['unread-conversations', personId],
    queryFn: async ({ signal }) => (await api.call('countUnreadConversations', {}, signal)).count,
    refetchOnWindowFocus: true,
    meta: { personal: true },
  })

/** The signed-in person's count; 0 for visitors and until the count is loaded. */
export function useUnreadConversations(): number {
  const api = useApi()
  const session = useSession()
  const query = unreadConversationsQuery(api, session?.user.id ?? '')
  const { data } = useQuery({ ...query, enabled: session !== null })
  return (session && data) ?? 0
}
