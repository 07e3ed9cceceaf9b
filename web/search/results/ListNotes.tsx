import { amountEnds } from '#contract/selling/amounts.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import type { Filters } from '#web/search/filters.ts'
import { isUnusual, UnusualResults } from '#web/search/on-demand.tsx'
import type { UnusualResultsProps } from './UnusualResults.tsx'

/** The amounts of an address that are none, as written there. */
const unreadAmounts = (search: URLSearchParams, filters: Filters): string[] =>
  amountEnds.flatMap((name) => (filters[name] ? [] : search.get(name) || []))

/** What there is to say about a list beside its products. */
export function ListNotes(props: Omit<UnusualResultsProps, 'unread'>) {
  const [search] = useSearchParams()
  // Not in the HTML, which addresses with the same filters share.
  const unread = useHydrated() ? unreadAmounts(search, props.filters) : []
  return (
    ((props.reply && isUnusual(props.reply)) || unread.length > 0) && (
      <UnusualResults {...props} unread={unread} />
    )
  )
}
