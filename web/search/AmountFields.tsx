import { PRICE_PATTERN } from '#contract/search-filters.ts'
import type { AmountEnd, FilteredAmount } from '#contract/selling/amounts.ts'
import type { Filters } from './filters.ts'
import { isComposing } from '#web/platform/ui/is-composing.ts'

interface AmountFieldsProps {
  amount: FilteredAmount
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

/** The ends of an amount, as exact as they are typed. */
export function AmountFields({ amount: { label, filter }, filters, onChange }: AmountFieldsProps) {
  function commit(name: AmountEnd, field: HTMLInputElement) {
    const text = field.value.trim()
    if (text !== '' && !PRICE_PATTERN.test(text)) field.value = filters[name] ?? ''
    else if (text !== (filters[name] ?? '')) onChange({ [name]: text || undefined })
  }
  const ends = [
    ['from', 'Min', filter.from],
    ['to', 'Max', filter.to],
  ] as const
  return (
    <div className="mt-1 grid grid-cols-2 gap-2">
      {ends.map(
        ([end, placeholder, name]) =>
          name && (
            <input
              key={`${name} ${filters[name]}`}
              aria-label={`${label} ${end}`}
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
          ),
      )}
    </div>
  )
}
