import { useQuery } from '@tanstack/react-query'
import { attributeFilterInWords } from '#contract/catalog/attribute-filter-words.ts'
import { changeAttributeFilter, readAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import { productAmounts } from '#contract/selling/amounts.ts'
import { readChosen, withChoice, writeChosen } from '#contract/search/chosen-values.ts'
import {
  filterNames,
  type ParameterName,
  parametersOf,
  SEARCH_PARAMETERS,
  type SearchParameter,
} from '#contract/search/search-filters.ts'
import { useMoney } from '#web/platform/config/public-config.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CloseIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { amountInWords } from './amount-in-words.ts'
import { changeFilters, type Filters, productsPath } from './filters.ts'
import { attributeFiltersQuery } from './queries.ts'

interface Pill {
  key: string
  words: string
  /** The change that removes the filter. */
  change: Partial<Filters>
}

type Choices = Extract<SearchParameter, { kind: 'choices' }>

/** Filters that have fields or pills of their own. */
const SHOWN_ELSEWHERE = ['search', 'category', 'location', 'within', 'attributes']

/** A pill for each of several chosen values. */
function chosenPills(name: ParameterName, { texts, values }: Choices, value: string): Pill[] {
  const chosen = readChosen(value)
  return chosen.map((one) => ({
    key: `${name} ${one}`,
    words: texts[one] ?? one,
    change: { [name]: writeChosen(values, withChoice(chosen, one, false)) },
  }))
}

function toPills(filters: Filters, money: (amount: number) => string): Pill[] {
  return filterNames.flatMap((filter): Pill[] => {
    const names = parametersOf(filter)
    const [name] = names
    if (SHOWN_ELSEWHERE.includes(filter) || !name || names.every((each) => filters[each] === undefined))
      return []
    const parameter: SearchParameter = SEARCH_PARAMETERS[name]
    const value = filters[name] ?? ''
    if (parameter.kind === 'choices') return chosenPills(name, parameter, value)
    const texts = parameter.kind === 'choice' ? parameter.texts : undefined
    const amount = productAmounts.find(({ column }) => column === filter)
    const words = amount ? amountInWords(amount, filters, money) : (texts?.[value] ?? value)
    const change = Object.fromEntries(names.map((each) => [each, undefined]))
    return words ? [{ key: filter, words, change }] : []
  })
}

/** Pills for the category's attributes; their names come with the category. */
function useAttributePills(filters: Filters): Pill[] {
  const { data } = useQuery({
    ...attributeFiltersQuery(useApi(), filters),
    enabled: filters.category !== undefined,
  })
  if (filters.category === undefined) return []
  return Object.entries(readAttributeFilters(filters.attributes)).flatMap(([name, values]) => {
    const label = data?.attributes.find((known) => known.name === name)?.label
    return values.map((value) => ({
      key: `${name} ${value}`,
      words: attributeFilterInWords(name, value, label),
      change: {
        attributes: changeAttributeFilter(filters.attributes, name, withChoice(values, value, false)),
      },
    }))
  })
}

/** One pill for each filter and chosen value; a tap removes it. */
export function ActiveFilters({ filters }: { filters: Filters }) {
  const money = useMoney()
  const pills = [...toPills(filters, (amount) => money(amount, 0)), ...useAttributePills(filters)]
  if (pills.length === 0) return null
  return (
    <ul aria-label="Active filters" className="mb-3 flex flex-wrap gap-2">
      {pills.map(({ key, words, change }) => (
        <li key={key}>
          <Link
            to={productsPath(changeFilters(filters, change))}
            state={{ preservesScroll: true }}
            aria-label={`Remove ${words}`}
            className="chip chip-on"
          >
            {words}
            <CloseIcon className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
