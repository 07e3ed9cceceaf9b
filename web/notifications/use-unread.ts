import { useQuery } from '@tanstack/react-query'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { unreadNotificationsQuery } from './queries.ts'

/** Number of the person's unread notifications; 0 for anonymous people and until it is known. */
export function useUnreadNotifications(): number {
  const api = useApi()
  const session = useSession()
  const query = unreadNotificationsQuery(api, session?.user.id ?? '')
  const { data } = useQuery({ ...query, enabled: session !== null })
  return (session && data) ?? 0
}
