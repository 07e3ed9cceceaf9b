import { Suspense, useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { FilterIcon } from '#web/platform/ui/icons.tsx'
import { useSideFilters } from '#web/platform/browser/use-wide-screen.ts'
import { canClear, CLEARED_FILTERS } from './active-filters.ts'
import { type Filters, SEARCH_FORM } from './filters.ts'
import { LazyFilterForm } from './LazyFilterForm.tsx'

interface FilterPanelProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

/**
 * The filters beside the list on a wide screen, open at first and collapsible (SPEC 2). A phone shows them in a sheet
 * and removes the server-rendered ones during hydration.
 */
export function FilterPanel({ filters, onChange }: FilterPanelProps) {
  const [isOpen, setIsOpen] = useState(true)
  if (!useSideFilters()) return null
  return (
    <aside aria-label="Filters" className={isOpen ? 'w-60' : 'filter-panel-closed'}>
      <Button
        className="w-full noscript:hidden"
        aria-expanded={isOpen}
        aria-controls="filter-panel"
        onClick={() => setIsOpen(!isOpen)}
      >
        <FilterIcon className="size-5" />
        {isOpen ? 'Hide Filters' : 'Show Filters'}
      </Button>
      <div id="filter-panel" hidden={!isOpen} className="mt-4">
        <Suspense>
          <LazyFilterForm filters={filters} onChange={onChange} formId={SEARCH_FORM}>
            <Button
              className="noscript:hidden"
              disabled={!canClear(filters)}
              onClick={() => onChange(CLEARED_FILTERS)}
            >
              Clear filters
            </Button>
          </LazyFilterForm>
        </Suspense>
      </div>
    </aside>
  )
}
