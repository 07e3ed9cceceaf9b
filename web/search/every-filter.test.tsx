import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { readChosen } from '#contract/search/chosen-values.ts'
import { parametersOf, SEARCH_PARAMETERS, type SearchParameter } from '#contract/search/search-filters.ts'
import { filterExamples } from '#testing/market/filter-examples.ts'
import { Site } from '#testing/web/site.tsx'
import { createApiClient } from '#web/platform/api/client.ts'
import { ActiveFilters } from './ActiveFilters.tsx'
import { FilterForm } from './FilterForm.tsx'
import { type Filters, parseFilters, SEARCH_FORM } from './filters.ts'
import { SearchBar } from '#web/search/bar/SearchBar.tsx'

const api = createApiClient({ fetch: async () => Response.json({ attributes: [], choices: {} }) })
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

/** Chooses a value of a parameter in the panel: every chip, an option, or a typed amount. */
async function choose(name: keyof typeof SEARCH_PARAMETERS, text: string) {
  const parameter: SearchParameter = SEARCH_PARAMETERS[name]
  if (parameter.kind === 'choices') {
    const { texts } = parameter
    const chip = (value: string) => screen.getByRole('checkbox', { name: texts[value] })
    for (const value of readChosen(text)) await userEvent.click(chip(value))
    return
  }
  const control = controlOf(name)
  if (control instanceof HTMLSelectElement) await userEvent.selectOptions(control, text)
  else await userEvent.type(control, `${text}{Enter}`)
}

/** The panel beside a list with some filters, which it changes. */
function Panel({ onChange }: { onChange: (filters: Filters) => void }) {
  const [filters, setFilters] = useState<Filters>({})
  function change(some: Partial<Filters>) {
    setFilters({ ...filters, ...some })
    onChange({ ...filters, ...some })
  }
  return <FilterForm filters={filters} onChange={change} />
}

/** Texts of the pills of a choice; undefined for an amount, whose pill has the words of a saved search. */
function pillsOf(filters: Filters): string[] | undefined {
  const [[name, text] = ['', '']] = Object.entries(filters)
  const parameter: SearchParameter = SEARCH_PARAMETERS[name as keyof typeof SEARCH_PARAMETERS]
  if (parameter?.kind === 'choices') return readChosen(text).map((value) => parameter.texts[value] ?? value)
  return parameter?.kind === 'choice' ? [parameter.texts?.[text] ?? text] : undefined
}

describe.each(panelExamples)('the filter $filter', ({ filter, filters, words }) => {
  it("is set by the panel's controls", async () => {
    for (const name of parametersOf(filter)) {
      const change = vi.fn<(filters: Filters) => void>()
      const { unmount } = show(<Panel onChange={change} />)
      const text = filters[name] ?? ''
      await choose(name, text)
      expect(change).toHaveBeenLastCalledWith({ [name]: text })
      unmount()
    }
  })

  it('has pills that describe it and remove only what they say', () => {
    show(<ActiveFilters filters={{ ...filters, search: 'drum' }} />)
    const pills = within(screen.getByRole('list', { name: 'Active filters' })).getAllByRole('link')
    expect(pills.map((pill) => pill.textContent)).toEqual(pillsOf(filters) ?? [words])
    const left = pills.map((pill) => parseFilters(new URL((pill as HTMLAnchorElement).href).searchParams))
    const values = filters[filter as keyof Filters]?.split('*') ?? ['']
    expect(left).toEqual(
      values.map((removed) => ({
        search: 'drum',
        ...(values.length > 1 && { [filter]: values.filter((value) => value !== removed).join('*') }),
      })),
    )
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
