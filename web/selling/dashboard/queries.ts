import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { BY_CURSOR } from '#web/platform/api/by-cursor.ts'
import type { ApiClient } from '#web/platform/api/client.ts'

/** Key prefix of the listings and drafts on a person's dashboard, for invalidation. */
export const ownProductsKey = (personId: string) => ['own-products', personId] as const

const ownProductsQuery = (api: ApiClient, personId: string, drafts: 'yes' | undefined) =>
  infiniteQueryOptions({
    queryKey: [...ownProductsKey(personId), drafts ? 'drafts' : 'listings'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listOwnProducts', { query: { drafts, cursor: pageParam ?? undefined } }, signal),
    ...BY_CURSOR,
    // Photos become ready and figures grow while the seller is elsewhere.
    staleTime: 0,
    refetchOnWindowFocus: true,
    meta: { personal: true },
  })

export const ownListingsQuery = (api: ApiClient, personId: string) =>
  ownProductsQuery(api, personId, undefined)
export const ownDraftsQuery = (api: ApiClient, personId: string) => ownProductsQuery(api, personId, 'yes')

/** People who wrote about a listing. */
export const interestedQuery = (api: ApiClient, personId: string, productId: string) =>
  queryOptions({
    queryKey: ['interested', personId, productId],
    queryFn: async ({ signal }) =>
      (await api.call('listInterestedBuyers', { params: { id: productId } }, signal)).people,
    // Somebody may have written a moment ago.
    staleTime: 0,
    meta: { personal: true },
  })
