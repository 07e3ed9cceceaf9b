import { readAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import { filterNames, parametersOf, searchParameters } from '#contract/search/search-filters.ts'
import type { Filters } from './filters.ts'

const panel = searchParameters.flatMap(([name, { label }]) => (label ? [name] : []))
const isInPanel = (name: (typeof panel)[number]) => panel.includes(name)

/** Number of active filters of the panel; words, category and location have fields of their own. */
export const activeFilterCount = (filters: Filters): number =>
  filterNames
    .filter((filter) => filter !== 'attributes')
    .filter((filter) => parametersOf(filter).some((name) => isInPanel(name) && filters[name] !== undefined))
    .length + Object.keys(readAttributeFilters(filters.attributes)).length

export const CLEARED_FILTERS: Partial<Filters> = Object.fromEntries(panel.map((name) => [name, undefined]))

export const canClear = (filters: Filters): boolean =>
  activeFilterCount(filters) > 0 || filters.sort !== undefined
