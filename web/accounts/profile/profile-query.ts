import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ProfileReply } from '#contract/accounts/profiles.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { readSession, writeSession } from '#web/accounts/sessions/session-store.ts'

export const profileQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['profile', personId],
    queryFn: async ({ signal }) => (await api.call('getProfile', {}, signal)).profile,
    meta: { personal: true },
  })

/** Lists of cards, which show whether a seller's phone number is verified. */
const CARDS = [['search'], ['featured'], ['home-rows'], ['seller-products']]

/** Caches a changed profile: the session shows it at once, and pages that show the person load again. */
export function cacheProfile(queryClient: QueryClient, { profile, user }: ProfileReply): void {
  const session = readSession()
  if (session?.user.id !== user.id) return
  queryClient.setQueryData(['profile', user.id], profile)
  const keys = [['security', user.id], ['seller', user.id], ['product'], ['reviews'], ...CARDS]
  for (const queryKey of keys) {
    void queryClient.invalidateQueries({ queryKey })
  }
  writeSession({ ...session, user }, 'user-updated')
}
