import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/platform/api/client.ts'

export const stolenPhonesQuery = (api: ApiClient, personId: string) =>
  queryOptions({
    queryKey: ['stolen-phones', personId],
    queryFn: async ({ signal }) => (await api.call('listStolenPhones', {}, signal)).phones,
    meta: { personal: true },
  })
