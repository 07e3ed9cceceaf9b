import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { defaultSort, type ParametersWith, searchParameters } from '#contract/search/search-filters.ts'
import { productAmounts } from '#contract/selling/amounts.ts'
import { categoriesQuery } from '#web/catalog/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { readChosen, writeChosen } from '#contract/search/chosen-values.ts'
import { AmountFilter } from './AmountFilter.tsx'
import { ChoiceFilter, type Options } from './ChoiceFilter.tsx'
import { useBackCloses } from '#web/platform/router/use-back-closes.ts'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { type Filters, productsPath } from './filters.ts'
import { FilterChips } from './FilterChips.tsx'
import { FilterGroup } from './FilterGroup.tsx'
import { CategoryFilters, DistanceOrigin } from './on-demand.tsx'
import { attributeFiltersQuery } from './queries.ts'
import { shownCount } from './texts.ts'

interface PanelChoice {
  name: ParametersWith<{ kind: 'choice' }>
  label: string
  /** Its neutral value, which like '' means no filter. */
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

const chipChoices = searchParameters.flatMap(([name, parameter]) =>
  parameter.kind === 'choices' ? [{ ...parameter, name: name as ParametersWith<{ kind: 'choices' }> }] : [],
)

/** The choices of several values; the counts come a moment later. */
function ChipChoices({ filters, onChange, formId }: Omit<FilterFormProps, 'children' | 'onBack'>) {
  const { data } = useQuery(attributeFiltersQuery(useApi(), filters))
  return chipChoices.map(({ name, label = name, values, texts }) => {
    // An earlier version's replies have no counts.
    const counted = data?.choices?.[name]
    return (
      <FilterGroup key={name} label={label} isOpenAtFirst>
        <FilterChips
          name={name}
          formId={formId}
          options={values.map((value) => ({
            value,
            text: texts[value] ?? value,
            count: counted && shownCount(counted.counts[value] ?? 0, counted.more),
          }))}
          chosen={readChosen(filters[name])}
          onChange={(chosen) => onChange({ [name]: writeChosen(values, chosen) })}
        />
      </FilterGroup>
    )
  })
}

/** The usual order has no value, so that the server can choose it for words typed later, also without JavaScript. */
const sortOptions = (filters: Filters, options: Options): Options =>
  options.map(([sort, text]) => [sort === defaultSort(filters) ? '' : sort, text])

/** Beside the panel on a wide screen, chips above the list choose the category. */
function CategoryFilter({ filters, onChange }: Pick<FilterFormProps, 'filters' | 'onChange'>) {
  const { data: categories = [] } = useQuery(categoriesQuery(useApi()))
  return (
    <ChoiceFilter
      label="Category"
      name="category"
      formId={undefined}
      value={filters.category ?? ''}
      options={[['', 'All categories'], ...categories.map(({ id, name }) => [id, name] as const)]}
      onChange={(value) => onChange({ category: value || undefined })}
    />
  )
}

export interface FilterFormProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  /** The form that submits the choices if JavaScript is off. */
  formId?: string | undefined
  /** Closes the sheet that contains the form; only given while the sheet is open. */
  onBack?: (() => void) | undefined
  /** The end of the form: a button that closes it or clears it. */
  children?: ReactNode
}

export function FilterForm({ filters, onChange, formId, onBack, children }: FilterFormProps) {
  const navigate = useNavigate()
  useBackCloses(onBack !== undefined, () => {
    onBack?.()
    // Back restored the previous filters; people keep the ones that they chose.
    navigate(productsPath(filters), { replace: true, state: { preservesScroll: true } })
  })
  return (
    <div className="grid gap-5">
      {formId === undefined && <CategoryFilter filters={filters} onChange={onChange} />}
      {productAmounts.map((amount) => (
        <AmountFilter key={amount.column} amount={amount} filters={filters} onChange={onChange} />
      ))}
      <ChipChoices filters={filters} onChange={onChange} formId={formId} />
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
