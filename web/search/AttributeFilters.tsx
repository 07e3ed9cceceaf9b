import { useQuery } from '@tanstack/react-query'
import { changeAttributeFilter, readAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import type { AttributeFilter } from '#contract/search/search.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { AttributeRange } from './AttributeRange.tsx'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import type { Filters } from './filters.ts'
import { attributeFiltersQuery } from './queries.ts'

/** 'Samsung (412)', with '+' if counting stopped there. */
const optionText = (value: string, count: number, more: boolean) => `${value} (${count}${more ? '+' : ''})`

const toOptions = ({ name, options, more }: AttributeFilter, wanted: string) => {
  const known = options.map(({ value, count }) => [value, optionText(value, count, more)] as const)
  const all =
    wanted && !options.some(({ value }) => value === wanted) ? [...known, [wanted, wanted] as const] : known
  return all.map(([value, text]) => [`${name}.${value}`, text] as const)
}

export interface AttributeFiltersProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  formId: string | undefined
}

/** Filters by the attributes of the chosen category; each choice shows how many products it would leave. */
export function AttributeFilters({ filters, onChange, formId }: AttributeFiltersProps) {
  const { data } = useQuery({
    ...attributeFiltersQuery(useApi(), filters),
    enabled: filters.category !== undefined,
  })
  if (filters.category === undefined) return null
  const wanted = readAttributeFilters(filters.attributes)
  const change = (name: string, value: string | undefined) =>
    onChange({ attributes: changeAttributeFilter(filters.attributes, name, value) })
  return data?.map((attribute) => {
    const { name, label, range } = attribute
    const value = wanted[name] ?? ''
    if (range)
      return (
        <AttributeRange
          key={name}
          label={range.unit ? `${label} (${range.unit})` : label}
          name={name}
          formId={formId}
          wanted={value}
          onChange={(next) => change(name, next)}
        />
      )
    return (
      <ChoiceFilter
        key={name}
        label={label}
        name="attributes"
        formId={formId}
        value={value && `${name}.${value}`}
        options={[['', 'Any'], ...toOptions(attribute, value)]}
        onChange={(next) => change(name, next ? next.slice(name.length + 1) : undefined)}
      />
    )
  })
}
