import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

/** How often to check a copy of the data that is being prepared. */
const POLL_MILLISECONDS = 4000

const personal = { personal: true }

export const accountQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['settings', personId, 'account'],
    queryFn: ({ signal }) => api.call('getAccount', {}, signal),
    meta: personal,
  })

export const devicesQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['settings', personId, 'devices'],
    queryFn: async ({ signal }) => (await api.call('listDevices', {}, signal)).devices,
    meta: personal,
  })

export const preferencesQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['settings', personId, 'preferences'],
    queryFn: ({ signal }) => api.call('getPreferences', {}, signal),
    // An unsubscribe link in an e-mail may have changed them.
    refetchOnWindowFocus: true,
    meta: personal,
  })

/** Always fresh, because somebody is about to delete the account. */
export const remainsQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['settings', personId, 'remains'],
    queryFn: ({ signal }) => api.call('getRemains', {}, signal),
    staleTime: 0,
    meta: personal,
  })

export const exportQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['settings', personId, 'export'],
    queryFn: async ({ signal }) => (await api.call('getExport', {}, signal)).export,
    refetchInterval: ({ state }) => (state.data?.status === 'preparing' ? POLL_MILLISECONDS : false),
    meta: personal,
  })
