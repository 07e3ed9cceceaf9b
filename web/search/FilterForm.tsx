import { useId, type ReactNode } from 'react'
import { DATES, PRICE_TYPES, SORTS } from '#contract/choices.ts'
import { REGIONS } from '#contract/regions.ts'
import { DistanceOrigin } from './DistanceOrigin.tsx'
import type { Filters } from './filters.ts'
import { PriceSlider } from './PriceSlider.tsx'
import { DATE_TEXTS, SORT_TEXTS } from './texts.ts'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        className="field mt-1"
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

const REGION_OPTIONS = [['', 'All Regions'], ...REGIONS.map((name) => [name, name] as const)] as const
const PRICE_TYPE_OPTIONS = [
  ['', 'Any'],
  ...PRICE_TYPES.map((type) => [type, type === 'fixed' ? 'Fixed' : 'Negotiable'] as const),
] as const

interface FilterFormProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  /** What ends the form: a way to close it, or to clear it. */
  children?: ReactNode
}

export function FilterForm({ filters, onChange, children }: FilterFormProps) {
  return (
    <div className="grid gap-5">
      <PriceSlider filters={filters} onChange={onChange} />
      <Choice
        label="Region"
        value={filters.region ?? ''}
        options={REGION_OPTIONS}
        onChange={(region) => onChange({ region: region || undefined })}
      />
      <Choice
        label="Sort by"
        value={filters.sort ?? 'newest'}
        options={SORTS.map((sort) => [sort, SORT_TEXTS[sort]] as const)}
        onChange={(sort) => onChange({ sort: sort === 'newest' ? undefined : sort })}
      />
      {filters.sort === 'distance' && <DistanceOrigin filters={filters} onChange={onChange} />}
      <Choice
        label="Listed"
        value={filters.date ?? 'all'}
        options={DATES.map((date) => [date, DATE_TEXTS[date]] as const)}
        onChange={(date) => onChange({ date: date === 'all' ? undefined : date })}
      />
      <Choice
        label="Price type"
        value={filters.price_type ?? ''}
        options={PRICE_TYPE_OPTIONS}
        onChange={(type) => onChange({ price_type: type || undefined })}
      />
      {children}
    </div>
  )
}
