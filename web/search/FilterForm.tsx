import { Fragment, type ReactNode, useId } from 'react'
import { DATES, PRICE_TYPES, SORTS } from '#contract/selling/choices.ts'
import { type ParametersWith, searchParameters } from '#contract/search-filters.ts'
import { REGIONS } from '#contract/catalog/regions.ts'
import { DistanceOrigin } from './DistanceOrigin.tsx'
import type { Filters } from './filters.ts'
import { PriceSlider } from './PriceSlider.tsx'
import { DATE_TEXTS, SORT_TEXTS } from './texts.ts'

interface ChoiceProps {
  label: string
  name: string
  formId: string | undefined
  value: string
  options: Options
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange, name, formId }: ChoiceProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        form={formId}
        className="field mt-1"
        value={value}
        onChange={(event) => onChange(event.target.value)}
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

type Options = readonly (readonly [value: string, text: string])[]

/** What each choice of the panel offers, in words; '' or the neutral value is no filter. */
const OPTIONS = {
  region: [['', 'All Regions'], ...REGIONS.map((name) => [name, name] as const)],
  sort: SORTS.map((sort) => [sort, SORT_TEXTS[sort]]),
  date: DATES.map((date) => [date, DATE_TEXTS[date]]),
  price_type: [
    ['', 'Any'],
    ...PRICE_TYPES.map((type) => [type, type === 'fixed' ? 'Fixed' : 'Negotiable'] as const),
  ],
} satisfies Record<ParametersWith<{ kind: 'choice' }>, Options>

const choices = searchParameters.flatMap(([name, { label, neutral = '' }]) =>
  name in OPTIONS && label ? [{ name: name as keyof typeof OPTIONS, label, neutral }] : [],
)

interface FilterFormProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  /** The form that the choices are sent with where there is no script. */
  formId?: string
  /** What ends the form: a way to close it, or to clear it. */
  children?: ReactNode
}

export function FilterForm({ filters, onChange, formId, children }: FilterFormProps) {
  return (
    <div className="grid gap-5">
      <PriceSlider filters={filters} onChange={onChange} />
      {choices.map(({ name, label, neutral }) => (
        <Fragment key={name}>
          <Choice
            label={label}
            name={name}
            formId={formId}
            value={filters[name] ?? neutral}
            options={OPTIONS[name]}
            onChange={(value) => onChange({ [name]: value === neutral ? undefined : value })}
          />
          {name === 'sort' && filters.sort === 'distance' && (
            <DistanceOrigin filters={filters} onChange={onChange} formId={formId} />
          )}
        </Fragment>
      ))}
      {children}
    </div>
  )
}
