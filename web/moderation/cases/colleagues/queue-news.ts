import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Harm } from '#contract/moderation/harms.ts'
import { activityQuery, type CasePage, casesQuery, currentCasesQuery } from '#web/moderation/staff/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'

/** What has changed in the queue since the shown list was loaded. */
export interface QueueNews {
  /** Number of open cases now; the server stops counting at 1,000. */
  open: number
  /** Number of new cases among the shown ones. */
  fresh: number
  /** Shown cases that wait no longer. */
  closed: ReadonlySet<string>
  /** Shows the queue as it is now. */
  adopt: () => void
}

const idsOf = (pages: readonly CasePage[]) => pages.flatMap(({ items }) => items.map(({ id }) => id))
const isWhole = (pages: readonly CasePage[]) => pages.at(-1)?.nextCursor === null

/** New cases that belong among the shown ones: those after the last of them wait for 'Show more'. */
export function countFresh(shown: readonly CasePage[], now: readonly CasePage[]): number {
  const known = new Set(idsOf(shown))
  const ids = idsOf(now)
  const last = ids.findLastIndex((id) => known.has(id))
  const among = isWhole(shown) || last < 0 ? ids : ids.slice(0, last)
  return among.filter((id) => !known.has(id)).length
}

/** Shown cases that are certainly missing now; with a partial list they may have moved to its rest. */
export function listMissing(shown: readonly CasePage[], now: readonly CasePage[]): string[] {
  if (!isWhole(now)) return []
  const waiting = new Set(idsOf(now))
  return idsOf(shown).filter((id) => !waiting.has(id))
}

interface ShownQueue {
  data: { pages: CasePage[] } | undefined
  dataUpdatedAt: number
  isPlaceholderData: boolean
}

/** The queue as it is now; undefined unless it is newer than the shown list. */
function useCurrentPages({ data, dataUpdatedAt, isPlaceholderData }: ShownQueue, harm: Harm | undefined) {
  const pageCount = data?.pages.length ?? 0
  const current = useQuery({
    ...currentCasesQuery(useApi(), harm, pageCount),
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
export function useQueueNews(shown: ShownQueue, harm: Harm | undefined): QueueNews {
  const api = useApi()
  const queryClient = useQueryClient()
  const current = useCurrentPages(shown, harm)
  const { data: activity } = useQuery(activityQuery(api))
  const pages = shown.data?.pages ?? []
  const decided = new Set(activity?.decided.map(({ caseId }) => caseId))
  return {
    open: (current ?? pages)[0]?.open ?? 0,
    fresh: current ? countFresh(pages, current) : 0,
    closed: new Set([
      ...idsOf(pages).filter((id) => decided.has(id)),
      ...(current ? listMissing(pages, current) : []),
    ]),
    adopt() {
      if (!current) return
      const pageParams = [null, ...current.slice(0, -1).map(({ nextCursor }) => nextCursor)]
      queryClient.setQueryData(casesQuery(api, harm).queryKey, { pages: current, pageParams })
    },
  }
}
