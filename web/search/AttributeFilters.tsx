import { useQuery } from '@tanstack/react-query'
import { changeAttributeFilter, readAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import type { AttributeFilter } from '#contract/search/search.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { AttributeRange } from './AttributeRange.tsx'
import { FilterChips } from './FilterChips.tsx'
import { FilterGroup } from './FilterGroup.tsx'
import type { Filters } from './filters.ts'
import { attributeFiltersQuery } from './queries.ts'
import { shownCount } from './texts.ts'

/** The first group is open. */
const OPEN_AT_FIRST = 1

/** Chosen values that the server does not know have no count. */
const toOptions = ({ options, more }: AttributeFilter, chosen: readonly string[]) => {
  const known = options.map(({ value, count }) => ({ value, text: value, count: shownCount(count, more) }))
  const others = chosen.filter((value) => !options.some((option) => option.value === value))
  return [...known, ...others.map((value) => ({ value, text: value, count: undefined }))]
}

export interface AttributeFiltersProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  formId: string | undefined
}

/** Filters by the attributes of the chosen category. */
export function AttributeFilters({ filters, onChange, formId }: AttributeFiltersProps) {
  const { data } = useQuery({
    ...attributeFiltersQuery(useApi(), filters),
    enabled: filters.category !== undefined,
  })
  if (filters.category === undefined) return null
  const wanted = readAttributeFilters(filters.attributes)
  const change = (name: string, values: string[]) =>
    onChange({ attributes: changeAttributeFilter(filters.attributes, name, values) })
  return data?.attributes.map((attribute, index) => {
    const { name, label, range } = attribute
    const chosen = wanted[name] ?? []
    if (range)
      return (
        <AttributeRange
          key={name}
          label={range.unit ? `${label} (${range.unit})` : label}
          name={name}
          formId={formId}
          wanted={chosen[0] ?? ''}
          onChange={(next) => change(name, next === undefined ? [] : [next])}
        />
      )
    return (
      <FilterGroup key={name} label={label} isOpenAtFirst={index < OPEN_AT_FIRST || chosen.length > 0}>
        <FilterChips
          name="attributes"
          prefix={`${name}.`}
          formId={formId}
          options={toOptions(attribute, chosen)}
          chosen={chosen}
          onChange={(next) => change(name, next)}
        />
      </FilterGroup>
    )
  })
}
