import { PRICE_PATTERN } from '#contract/search-filters.ts'
import { useMoney } from '#web/app/public-config.ts'
import type { Filters } from './filters.ts'
import { priceSteps } from './price-steps.ts'
import { isComposing } from '#web/platform/ui/is-composing.ts'

interface PriceFieldsProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

const FIELDS = [
  ['min', 'Price from', 'Min'],
  ['max', 'Price to', 'Max'],
] as const

/** Prices as exact as they are typed, and the usual steps of the category. */
export function PriceFields({ filters, onChange }: PriceFieldsProps) {
  const money = useMoney()
  const stepText = (min: string | undefined, max: string | undefined) => {
    if (!min) return `Under ${money(Number(max), 0)}`
    return max ? `${money(Number(min), 0)} to ${money(Number(max), 0)}` : `Over ${money(Number(min), 0)}`
  }
  function commit(name: 'min' | 'max', field: HTMLInputElement) {
    const text = field.value.trim()
    if (text !== '' && !PRICE_PATTERN.test(text)) field.value = filters[name] ?? ''
    else if (text !== (filters[name] ?? '')) onChange({ [name]: text || undefined })
  }
  return (
    <>
      <div className="mt-1 grid grid-cols-2 gap-2">
        {FIELDS.map(([name, label, placeholder]) => (
          <input
            key={`${name} ${filters[name]}`}
            aria-label={label}
            placeholder={placeholder}
            inputMode="decimal"
            defaultValue={filters[name]}
            className="field"
            onBlur={({ currentTarget }) => commit(name, currentTarget)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComposing(event)) return
              event.preventDefault()
              commit(name, event.currentTarget)
            }}
          />
        ))}
      </div>
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
    </>
  )
}
