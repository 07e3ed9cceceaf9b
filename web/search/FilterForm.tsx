import { Fragment, type ReactNode } from 'react'
import { defaultSort, type ParametersWith, searchParameters } from '#contract/search/search-filters.ts'
import { productAmounts } from '#contract/selling/amounts.ts'
import { AmountFilter } from './AmountFilter.tsx'
import { ChoiceFilter, type Options } from './ChoiceFilter.tsx'
import { useBackCloses } from '#web/platform/router/use-back-closes.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { type Filters, productsPath } from './filters.ts'
import { CategoryFilters, DistanceOrigin } from './on-demand.tsx'

interface PanelChoice {
  name: ParametersWith<{ kind: 'choice' }>
  label: string
  /** '' or the neutral value is no filter. */
  options: Options
  neutral: string
}

const choices = searchParameters.flatMap(([name, parameter]): PanelChoice[] => {
  const { label, neutral = '' } = parameter
  if (parameter.kind !== 'choice' || label === undefined) return []
  const { values, texts, any } = parameter
  const options = values.map((value) => [value, texts?.[value] ?? value] as const)
  return [
    {
      name: name as PanelChoice['name'],
      label,
      options: any === undefined ? options : [['', any], ...options],
      neutral,
    },
  ]
})

/** The usual order has no value, so that it goes along with words that are typed later, also where there is no script. */
const sortOptions = (filters: Filters, options: Options): Options =>
  options.map(([sort, text]) => [sort === defaultSort(filters) ? '' : sort, text])

export interface FilterFormProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  /** The form that the choices are sent with where there is no script. */
  formId?: string
  /** In a sheet that is open: closes it. */
  onBack?: (() => void) | undefined
  /** What ends the form: a way to close it, or to clear it. */
  children?: ReactNode
}

export function FilterForm({ filters, onChange, formId, onBack, children }: FilterFormProps) {
  const navigate = useNavigate()
  useBackCloses(onBack !== undefined, () => {
    onBack?.()
    // Back has led to the filters of before; those that were chosen stay.
    navigate(productsPath(filters), { replace: true, state: { preservesScroll: true } })
  })
  return (
    <div className="grid gap-5">
      {productAmounts.map((amount) => (
        <AmountFilter key={amount.column} amount={amount} filters={filters} onChange={onChange} />
      ))}
      <CategoryFilters filters={filters} onChange={onChange} formId={formId} />
      {choices.map(({ name, label, options, neutral }) => (
        <Fragment key={name}>
          <ChoiceFilter
            label={label}
            name={name}
            formId={formId}
            value={filters[name] ?? neutral}
            options={name === 'sort' ? sortOptions(filters, options) : options}
            onChange={(value) => onChange({ [name]: value === neutral ? undefined : value })}
          />
          {name === 'sort' && <DistanceOrigin filters={filters} onChange={onChange} formId={formId} />}
        </Fragment>
      ))}
      {children}
    </div>
  )
}
