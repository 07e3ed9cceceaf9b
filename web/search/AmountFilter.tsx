import { amountFrom } from '#contract/search/search-filters.ts'
import type { AmountEnd, FilteredAmount } from '#contract/selling/amounts.ts'
import { isComposing } from '#web/platform/browser/is-composing.ts'
import type { Filters } from './filters.ts'
import { PriceSlider } from './PriceSlider.tsx'
import { PriceSteps } from './PriceSteps.tsx'

interface AmountFilterProps {
  amount: FilteredAmount
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

/** Fields for the ends of an amount, taken exactly as typed. The price also has a slider and its usual steps. */
export function AmountFilter({ amount: { column, label, filter }, filters, onChange }: AmountFilterProps) {
  const isPrice = column === 'price'
  function commit(name: AmountEnd, field: HTMLInputElement) {
    const amount = amountFrom(field.value)
    if (field.value.trim() !== '' && amount === undefined) field.value = filters[name] ?? ''
    else if (amount !== filters[name]) onChange({ [name]: amount })
    else field.value = amount ?? ''
  }
  const ends = [
    ['from', 'Min', filter.from],
    ['to', 'Max', filter.to],
  ] as const
  return (
    <fieldset className="noscript:hidden">
      <legend className="text-sm font-semibold">{label}</legend>
      {isPrice && <PriceSlider filters={filters} onChange={onChange} />}
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
      {isPrice && <PriceSteps filters={filters} onChange={onChange} />}
    </fieldset>
  )
}
