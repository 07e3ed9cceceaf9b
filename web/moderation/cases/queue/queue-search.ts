import { QueueSearch } from '#contract/moderation/cases/queue.ts'
import { useSearchParams } from '#web/platform/router/use-router.ts'

const NAMES = Object.keys(QueueSearch.shape) as (keyof QueueSearch)[]

/** Filters and order of the queue, from the address; an unknown value counts as none. */
export function useQueueSearch(): QueueSearch {
  const [params] = useSearchParams()
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const { data } = QueueSearch.shape[name].safeParse(params.get(name) ?? undefined)
      return data === undefined ? [] : [[name, data]]
    }),
  )
}

/** Address of the queue or of a case in it, which keeps what the queue shows. */
export function queuePath(id: string | undefined, search: QueueSearch): string {
  const path = id === undefined ? '/moderation' : `/moderation/cases/${id}`
  const params = new URLSearchParams(
    NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
  return params.size === 0 ? path : `${path}?${params}`
}
