import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ContactKind } from '#contract/products.ts'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import { BY_CURSOR } from '#web/platform/api/by-cursor.ts'
import type { ApiClient } from '#web/platform/api/client.ts'

export const sellerQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['seller', id],
    queryFn: ({ signal }) => api.call('getSeller', { params: { id } }, signal),
  })

export const sellerProductsQuery = (api: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: ['seller-products', id],
    queryFn: ({ pageParam, signal }) =>
      api.call('listSellerProducts', { params: { id }, query: { cursor: pageParam ?? undefined } }, signal),
    ...BY_CURSOR,
  })

/** Requested only after a press, and then cached: each answer counts against a limit. */
export const contactQuery = (api: ApiClient, sellerId: string, kind: ContactKind) =>
  queryOptions({
    // The key names the viewer, so that the next person in this browser does not see the detail.
    queryKey: ['contact', readSession()?.user.id, sellerId, kind],
    queryFn: async () =>
      (await api.call('revealContact', { params: { id: sellerId }, body: { kind } })).value,
    enabled: false,
    retry: false,
    staleTime: Infinity,
    meta: { personal: true },
  })
