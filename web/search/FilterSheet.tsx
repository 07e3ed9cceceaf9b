import { useRef } from 'react'
import { CloseIcon, FilterIcon } from '#web/platform/ui/icons.tsx'
import type { Filters } from './filters.ts'
import { FilterForm } from './FilterForm.tsx'

interface FilterSheetProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  /** 'Show 63 products' */
  showText: string
  activeCount: number
}

/** The filters on a phone: a sheet from the bottom, where the thumb is. Changes show at once behind it. */
export function FilterSheet({ filters, onChange, showText, activeCount }: FilterSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button
        type="button"
        className="button button-quiet noscript:hidden"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <FilterIcon className="size-5" />
        {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
      </button>
      <dialog ref={dialog} aria-label="Filters" closedby="any" className="sheet">
        <div className="flex items-center justify-between border-b border-line px-4 py-2">
          <h2 className="text-lg font-bold">Filters</h2>
          <button
            type="button"
            aria-label="Close filters"
            className="icon-button"
            onClick={() => dialog.current?.close()}
          >
            <CloseIcon />
          </button>
        </div>
        <div className="p-4">
          <FilterForm filters={filters} onChange={onChange} />
        </div>
        <div className="sticky bottom-0 border-t border-line bg-raised p-4">
          <button
            type="button"
            className="button button-primary w-full"
            onClick={() => dialog.current?.close()}
          >
            {showText}
          </button>
        </div>
      </dialog>
    </>
  )
}
