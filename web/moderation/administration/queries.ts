import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ADDRESSES } from '#web/platform/api/addresses.ts'
import { BY_CURSOR } from '#web/platform/api/by-cursor.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { STAFF_ADDRESSES } from '#web/platform/api/staff-addresses.ts'

Object.assign(ADDRESSES, STAFF_ADDRESSES)

const personal = { meta: { personal: true } } as const
const KEY = ['operations'] as const
const UNTIL_COUNTED_MS = 2_000

export const weekQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'week'],
    queryFn: ({ signal }) => api.call('getWeek', {}, signal),
    // The first request starts the count.
    refetchInterval: ({ state }) => (state.data?.countedAt === null ? UNTIL_COUNTED_MS : false),
    ...personal,
  })

export const healthQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'health'],
    queryFn: ({ signal }) => api.call('getHealth', {}, signal),
    ...personal,
  })

export const failedJobsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'failed-jobs'],
    queryFn: async ({ signal }) => (await api.call('listFailedJobs', {}, signal)).jobs,
    ...personal,
  })

export const mailsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'mails'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listMails', { query: { cursor: pageParam ?? undefined } }, signal),
    ...BY_CURSOR,
    ...personal,
  })

export const noticeQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'notice'],
    queryFn: async ({ signal }) => (await api.call('getNotice', {}, signal)).notice,
    ...personal,
  })

export const refusedWordsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'refused-words'],
    queryFn: async ({ signal }) => (await api.call('listRefusedWords', {}, signal)).words,
    ...personal,
  })

export const staffCategoriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'categories'],
    queryFn: async ({ signal }) => (await api.call('listCategoriesForStaff', {}, signal)).categories,
    ...personal,
  })
