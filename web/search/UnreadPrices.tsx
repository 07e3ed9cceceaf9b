import { amountEnds } from '#contract/selling/amounts.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import type { Filters } from './filters.ts'

/** Names what the address has as a price and is none. */
export function UnreadPrices({ filters }: { filters: Filters }) {
  const [search] = useSearchParams()
  const unread = amountEnds.flatMap((name) => (filters[name] ? [] : search.get(name) || []))
  // Not in the HTML, which addresses with the same filters share.
  return useHydrated() && unread.length > 0 ? (
    <p className="mb-3 text-sm">
      <strong>{unread.join(', ')}</strong> is not a price, so we left it out.
    </p>
  ) : null
}
