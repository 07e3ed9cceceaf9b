import type { FilteredAmount } from '#contract/selling/amounts.ts'
import { AmountFields } from './AmountFields.tsx'
import type { Filters } from './filters.ts'
import { PriceSlider } from './PriceSlider.tsx'
import { PriceSteps } from './PriceSteps.tsx'

interface AmountFilterProps {
  amount: FilteredAmount
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

/** Fields for the ends of an amount; the price also has a slider and its usual steps. */
export function AmountFilter({ amount, filters, onChange }: AmountFilterProps) {
  const isPrice = amount.column === 'price'
  return (
    <fieldset className="noscript:hidden">
      <legend className="text-sm font-semibold">{amount.label}</legend>
      {isPrice && <PriceSlider filters={filters} onChange={onChange} />}
      <AmountFields amount={amount} filters={filters} onChange={onChange} />
      {isPrice && <PriceSteps filters={filters} onChange={onChange} />}
    </fieldset>
  )
}
