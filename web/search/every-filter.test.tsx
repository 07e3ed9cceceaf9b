import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { parametersOf, SEARCH_PARAMETERS, type SearchParameter } from '#contract/search/search-filters.ts'
import { filterExamples } from '#testing/market/filter-examples.ts'
import { Site } from '#testing/web/site.tsx'
import { createApiClient } from '#web/platform/api/client.ts'
import { ActiveFilters } from './ActiveFilters.tsx'
import { FilterForm } from './FilterForm.tsx'
import { type Filters, parseFilters, SEARCH_FORM } from './filters.ts'
import { SearchBar } from '#web/search/bar/SearchBar.tsx'

const api = createApiClient({ fetch: async () => Response.json({ attributes: [] }) })
const show = (children: ReactNode) => render(<Site api={api}>{children}</Site>)
const nothing = () => undefined

/**
 * These have their own fields above the list, or depend on a category; all other filters are in the panel.
 */
const OUTSIDE = ['search', 'category', 'attributes', 'location', 'within']
const panelExamples = filterExamples.filter(({ filter }) => !OUTSIDE.includes(filter))

/** Label of the control for a parameter. */
function controlOf(name: keyof typeof SEARCH_PARAMETERS) {
  const parameter: SearchParameter = SEARCH_PARAMETERS[name]
  const { kind, label = name } = parameter
  return screen.getByLabelText(kind === 'amount' ? `${label} ${parameter.end}` : label)
}

/** Text of the pill of a choice; undefined for an amount, whose pill has the words of a saved search. */
function pillOf(filters: Filters): string | undefined {
  const [[name, text] = []] = Object.entries(filters) as [keyof typeof SEARCH_PARAMETERS, string][]
  const parameter: SearchParameter | undefined = name && SEARCH_PARAMETERS[name]
  return parameter?.kind === 'choice' ? (parameter.texts?.[text ?? ''] ?? text) : undefined
}

describe.each(panelExamples)('the filter $filter', ({ filter, filters, words }) => {
  it("is set by the panel's controls", async () => {
    for (const name of parametersOf(filter)) {
      const change = vi.fn<(change: Partial<Filters>) => void>()
      const { unmount } = show(<FilterForm filters={{}} onChange={change} />)
      const control = controlOf(name)
      const text = filters[name] ?? ''
      if (control instanceof HTMLSelectElement) await userEvent.selectOptions(control, text)
      else await userEvent.type(control, `${text}{Enter}`)
      expect(change).toHaveBeenCalledWith({ [name]: text })
      unmount()
    }
  })

  it('has a pill that describes it and removes only it', () => {
    show(<ActiveFilters filters={{ ...filters, search: 'drum' }} />)
    const pills = within(screen.getByRole('list', { name: 'Active filters' })).getAllByRole('link')
    expect(pills.map((pill) => pill.getAttribute('href'))).toEqual(['/products?search=drum'])
    expect(pills[0]?.textContent).toBe(pillOf(filters) ?? words)
  })

  it('joins a search without script', () => {
    show(
      <>
        <SearchBar filters={filters} onSearch={nothing} onChoose={nothing} />
        <FilterForm filters={filters} onChange={nothing} formId={SEARCH_FORM} />
      </>,
    )
    const sent = new FormData(screen.getByRole<HTMLFormElement>('search'))
    const search = new URLSearchParams([...sent].map(([name, value]) => [name, String(value)]))
    expect(parseFilters(search)).toMatchObject(filters)
  })
})
