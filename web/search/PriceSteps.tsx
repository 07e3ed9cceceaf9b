import { useMoney } from '#web/platform/config/public-config.ts'
import type { Filters } from './filters.ts'
import { priceSteps } from './price-steps.ts'

interface PriceStepsProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

/** The usual price steps of the category. */
export function PriceSteps({ filters, onChange }: PriceStepsProps) {
  const money = useMoney()
  const stepText = (min: string | undefined, max: string | undefined) => {
    if (!min) return `Under ${money(Number(max), 0)}`
    return max ? `${money(Number(min), 0)} to ${money(Number(max), 0)}` : `Over ${money(Number(min), 0)}`
  }
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {priceSteps(filters.category).map(({ min, max }) => (
        <button
          key={`${min} ${max}`}
          type="button"
          aria-pressed={filters.min === min && filters.max === max}
          className="chip"
          onClick={() => onChange({ min, max })}
        >
          {stepText(min, max)}
        </button>
      ))}
    </div>
  )
}
