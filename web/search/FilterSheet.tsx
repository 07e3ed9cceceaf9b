import { useRef, useState } from 'react'
import { afterPaint } from '#web/platform/ui/after-paint.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CloseIcon, FilterIcon } from '#web/platform/ui/icons.tsx'
import { canClear, CLEARED_FILTERS } from './active-filters.ts'
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
  // Not in the page's HTML, which has these filters once already.
  const [wasOpened, setOpened] = useState(false)

  function open() {
    afterPaint(() => {
      setOpened(true)
      dialog.current?.showModal()
    })
  }

  return (
    <>
      <Button className="px-3 noscript:hidden" aria-haspopup="dialog" onClick={open}>
        <FilterIcon className="size-5" />
        {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
      </Button>
      <dialog ref={dialog} aria-label="Filters" closedby="any" className="sheet">
        <div className="flex items-center justify-between border-b border-line px-4 py-2">
          <h2 className="text-lg font-bold">Filters</h2>
          <Button aria-label="Close filters" look="icon" onClick={() => dialog.current?.close()}>
            <CloseIcon />
          </Button>
        </div>
        <div className="p-4">{wasOpened && <FilterForm filters={filters} onChange={onChange} />}</div>
        <div className="sticky bottom-0 flex gap-2 border-t border-line bg-raised p-4">
          <Button disabled={!canClear(filters)} onClick={() => onChange(CLEARED_FILTERS)}>
            Clear
          </Button>
          <Button look="primary" className="flex-1" onClick={() => dialog.current?.close()}>
            {showText}
          </Button>
        </div>
      </dialog>
    </>
  )
}
