import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { QueueEntry, QueueSearch } from '#contract/moderation/cases/queue.ts'
import { ADDRESSES } from '#web/platform/api/addresses.ts'
import { BY_CURSOR } from '#web/platform/api/by-cursor.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { STAFF_ADDRESSES } from '#web/platform/api/staff-addresses.ts'

Object.assign(ADDRESSES, STAFF_ADDRESSES)

/** A page of the queue. */
export interface CasePage {
  items: QueueEntry[]
  nextCursor: string | null
  open: number
}

const personal = { meta: { personal: true } } as const
/** Key of everything that staff read, which is refreshed together after a decision. */
export const STAFF_KEY = ['moderation'] as const

/** Key of what is also refreshed when colleagues do something. Nothing of it moves what a moderator reads. */
export const LIVE_KEY = [...STAFF_KEY, 'live'] as const

/** A person and linked accounts are one entry, except within a pile. */
const asked = (search: QueueSearch, cursor: string | null) => ({
  ...search,
  by: search.pile === undefined ? ('pile' as const) : undefined,
  cursor: cursor ?? undefined,
})

/** Entries of the queue; within a pile, its cases. */
export const casesQuery = (api: ApiClient, search: QueueSearch) =>
  infiniteQueryOptions({
    queryKey: [...STAFF_KEY, 'cases', search],
    queryFn: ({ pageParam, signal }) => api.call('listCases', { query: asked(search, pageParam) }, signal),
    ...BY_CURSOR,
    ...personal,
  })

/** The first pages of the queue as they are now, to compare with those that are shown. */
export const currentCasesQuery = (api: ApiClient, search: QueueSearch, pageCount: number) =>
  queryOptions({
    queryKey: [...LIVE_KEY, 'cases', search, pageCount],
    async queryFn({ signal }) {
      const pages: CasePage[] = []
      for (let cursor: string | null = null; pages.length < pageCount;) {
        const page: CasePage = await api.call('listCases', { query: asked(search, cursor) }, signal)
        pages.push(page)
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      return pages
    },
    ...personal,
  })

/** Requested without a dialog if a code of the second factor is missing. */
export const activityQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...LIVE_KEY, 'activity'],
    queryFn: ({ signal }) => api.call('listDeskActivity', {}, signal),
    ...personal,
  })

export const caseNotesQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...LIVE_KEY, 'notes', id],
    queryFn: ({ signal }) => api.call('listCaseNotes', { params: { id } }, signal),
    ...personal,
  })

export const harmFiguresQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'figures'],
    queryFn: ({ signal }) => api.call('getHarmFigures', {}, signal),
    ...personal,
  })

/** Number of waiting items; requested each minute while a moderator's screen is open. */
export const waitingQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'waiting'],
    queryFn: ({ signal }) => api.call('countWaiting', {}, signal),
    refetchInterval: 60_000,
    ...personal,
  })

export const caseQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'case', id],
    queryFn: ({ signal }) => api.call('getCase', { params: { id } }, signal),
    ...personal,
  })

export const appealsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'appeals'],
    queryFn: async ({ signal }) => (await api.call('listAppeals', {}, signal)).appeals,
    ...personal,
  })

export const heldMessagesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'held-messages'],
    queryFn: async ({ signal }) => (await api.call('listHeldMessages', {}, signal)).messages,
    ...personal,
  })

export const guardRulesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'guard-rules'],
    queryFn: async ({ signal }) => (await api.call('listGuardRules', {}, signal)).rules,
    ...personal,
  })

export const wordListsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'word-lists'],
    queryFn: async ({ signal }) => (await api.call('listWordLists', {}, signal)).lists,
    ...personal,
  })

export const foundPeopleQuery = (api: ApiClient, q: string) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'people', q],
    queryFn: async ({ signal }) => (await api.call('findPeople', { query: { q } }, signal)).people,
    ...personal,
  })

export const moderatedPersonQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'person', id],
    queryFn: ({ signal }) => api.call('getModeratedPerson', { params: { id } }, signal),
    ...personal,
  })

export const foundListingsQuery = (api: ApiClient, q: string) =>
  queryOptions({
    queryKey: [...STAFF_KEY, 'listings', q],
    queryFn: async ({ signal }) => (await api.call('findListings', { query: { q } }, signal)).listings,
    ...personal,
  })

export const decisionsQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [...STAFF_KEY, 'decisions'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listDecisions', { query: { cursor: pageParam ?? undefined } }, signal),
    ...BY_CURSOR,
    ...personal,
  })

export const auditQuery = (api: ApiClient) =>
  infiniteQueryOptions({
    queryKey: [...STAFF_KEY, 'audit'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAudit', { query: { cursor: pageParam ?? undefined } }, signal),
    ...BY_CURSOR,
    ...personal,
  })
