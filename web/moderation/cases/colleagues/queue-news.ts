import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { QueueEntry, QueueSearch } from '#contract/moderation/cases/queue.ts'
import { activityQuery, type CasePage, casesQuery, currentCasesQuery } from '#web/moderation/staff/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'

/** Changes of the queue since the shown list was loaded. */
export interface QueueNews {
  /** Number of open cases now; the server stops counting at 1,000. */
  open: number
  /** Number of lines with new cases among the shown ones. */
  fresh: number
  /** Ids of shown lines of which nothing waits any longer. */
  closed: ReadonlySet<string>
  /** Shows the queue as it is now. */
  adopt: () => void
}

const entriesOf = (pages: readonly CasePage[]) => pages.flatMap(({ items }) => items)
const isWhole = (pages: readonly CasePage[]) => pages.at(-1)?.nextCursor === null

/** A pile stays the same when its first case is decided. */
const keyOf = ({ id, pile }: QueueEntry) => pile?.id ?? id
const countOf = ({ pile }: QueueEntry) => pile?.cases ?? 1

/**
 * New lines, and piles with new cases, that belong among the shown ones: those after the last of them wait for 'Show
 * more'.
 */
export function countFresh(shown: readonly CasePage[], now: readonly CasePage[]): number {
  const known = new Map(entriesOf(shown).map((entry) => [keyOf(entry), countOf(entry)]))
  const entries = entriesOf(now)
  const last = entries.findLastIndex((entry) => known.has(keyOf(entry)))
  const among = isWhole(shown) || last < 0 ? entries : entries.slice(0, last + 1)
  return among.filter((entry) => countOf(entry) > (known.get(keyOf(entry)) ?? 0)).length
}

/**
 * Ids of shown lines of which nothing waits any longer. With a partial list, a missing one that nobody decided may have
 * moved to the rest.
 */
export function listClosed(
  shown: readonly CasePage[],
  now: readonly CasePage[],
  decided: ReadonlySet<string>,
): string[] {
  const waiting = new Set(entriesOf(now).map(keyOf))
  return entriesOf(shown).flatMap((entry) => {
    const isDecided = countOf(entry) === 1 && decided.has(entry.id)
    return !waiting.has(keyOf(entry)) && (isWhole(now) || isDecided) ? entry.id : []
  })
}

interface ShownQueue {
  data: { pages: CasePage[] } | undefined
  dataUpdatedAt: number
  isPlaceholderData: boolean
}

/** The queue as it is now; undefined unless it is newer than the shown list. */
function useCurrentPages({ data, dataUpdatedAt, isPlaceholderData }: ShownQueue, search: QueueSearch) {
  const pageCount = data?.pages.length ?? 0
  const current = useQuery({
    ...currentCasesQuery(useApi(), search, pageCount),
    enabled: pageCount > 0 && !isPlaceholderData,
    // The shown list is current until something happens.
    initialData: () => data?.pages,
    initialDataUpdatedAt: dataUpdatedAt,
  })
  const { refetch } = current
  // After 'Show more' the longer list is compared as well.
  useEffect(() => {
    if (pageCount > 1) void refetch()
  }, [pageCount, refetch])
  return current.dataUpdatedAt > dataUpdatedAt ? current.data : undefined
}

/** Compares the shown list with the queue as it is now, and changes nothing until `adopt` is called. */
export function useQueueNews(shown: ShownQueue, search: QueueSearch): QueueNews {
  const api = useApi()
  const queryClient = useQueryClient()
  const current = useCurrentPages(shown, search)
  const { data: activity } = useQuery(activityQuery(api))
  const pages = shown.data?.pages ?? []
  const decided = new Set(activity?.decided.map(({ caseId }) => caseId))
  return {
    open: (current ?? pages)[0]?.open ?? 0,
    fresh: current ? countFresh(pages, current) : 0,
    closed: new Set(current && listClosed(pages, current, decided)),
    adopt() {
      if (!current) return
      const pageParams = [null, ...current.slice(0, -1).map(({ nextCursor }) => nextCursor)]
      queryClient.setQueryData(casesQuery(api, search).queryKey, { pages: current, pageParams })
    },
  }
}
