import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Role } from '#contract/agreements/steps.ts'
import { agreementsKey } from '#web/conversations/queries.ts'
import { BY_CURSOR } from '#web/platform/api/by-cursor.ts'
import type { ApiClient } from '#web/platform/api/client.ts'

export const dealsQuery = (api: ApiClient, personId: string, role: Role | undefined) =>
  infiniteQueryOptions({
    queryKey: [...agreementsKey(personId), 'list', role ?? 'both'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAgreements', { query: { cursor: pageParam ?? undefined, role } }, signal),
    ...BY_CURSOR,
    meta: { personal: true },
  })

/** The agreements that wait for a step of the person. */
export const waitingDealsQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: [...agreementsKey(personId), 'waiting'],
    queryFn: async ({ signal }) => (await api.call('listWaitingAgreements', {}, signal)).items,
    meta: { personal: true },
  })
