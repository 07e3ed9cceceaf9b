import { useId } from 'react'
import type { Deal } from '#contract/agreements/agreements.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { DealRows } from './DealRows.tsx'

/** The agreements that wait for a step of the person; nothing if there are none. */
export function WaitingDeals({ deals }: { deals: readonly Deal[] }) {
  const id = useId()
  if (deals.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-xl font-bold">
          Waiting for you
        </h2>
        <Link to="/deals" className="text-button -mx-3">
          All deals
        </Link>
      </div>
      <DealRows label="Waiting for you" deals={deals} />
    </section>
  )
}
