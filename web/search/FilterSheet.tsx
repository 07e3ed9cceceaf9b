import { Suspense, useEffect, useRef, useState } from 'react'
import { afterPaint } from '#web/platform/browser/after-paint.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CloseIcon, FilterIcon } from '#web/platform/ui/icons.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { canClear, CLEARED_FILTERS } from './active-filters.ts'
import type { Filters } from './filters.ts'
import type { FilterFormProps } from './FilterForm.tsx'
import { LazyFilterForm, prepareFilterForm } from './LazyFilterForm.tsx'

interface FilterSheetProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  /** 'Show 63 products' */
  showText: string
  activeCount: number
}

/** The sheet shows a failure and loads the form again. */
const prepareEarly = () => void prepareFilterForm().catch(() => undefined)

const FormSkeleton = () => (
  <div className="grid gap-5" aria-busy="true">
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="skeleton h-16" />
    ))}
  </div>
)

/** The form's code is loaded when people touch the button. */
function Form(props: Pick<FilterFormProps, 'filters' | 'onChange' | 'onBack'>) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    prepareFilterForm().then(
      () => setState('ready'),
      () => setState('failed'),
    )
  }, [attempt])
  function retry() {
    setState('loading')
    setAttempt(attempt + 1)
  }
  if (state === 'failed') return <LoadFailure message="Failed to load the filters." retry={retry} />
  if (state === 'loading') return <FormSkeleton />
  return (
    <Suspense>
      <LazyFilterForm {...props} />
    </Suspense>
  )
}

/** The filters on a phone: a sheet at the bottom, near the thumb. The list behind it shows changes at once. */
export function FilterSheet({ filters, onChange, showText, activeCount }: FilterSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The sheet is not part of the page's HTML, which already contains these filters once.
  const isHydrated = useHydrated()
  const [wasOpened, setOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)

  function open() {
    afterPaint(() => {
      setOpened(true)
      setOpen(true)
      dialog.current?.showModal()
    })
  }

  return (
    <>
      <Button
        look="chip"
        className="md:hidden noscript:hidden"
        aria-haspopup="dialog"
        onPointerDown={prepareEarly}
        onFocus={prepareEarly}
        onClick={open}
      >
        <FilterIcon className="size-4" />
        {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
      </Button>
      {isHydrated && (
        <dialog
          ref={dialog}
          aria-label="Filters"
          closedby="any"
          className="sheet"
          onClose={() => setOpen(false)}
        >
          <div className="flex items-center justify-between border-b border-line px-4 py-2">
            <h2 className="text-lg font-bold">Filters</h2>
            <Button aria-label="Close filters" look="icon" onClick={() => dialog.current?.close()}>
              <CloseIcon />
            </Button>
          </div>
          <div className="p-4">
            {wasOpened && (
              <Form
                filters={filters}
                onChange={onChange}
                onBack={isOpen ? () => dialog.current?.close() : undefined}
              />
            )}
          </div>
          <div className="sticky bottom-0 flex gap-2 border-t border-line bg-raised p-4">
            <Button disabled={!canClear(filters)} onClick={() => onChange(CLEARED_FILTERS)}>
              Clear
            </Button>
            <Button look="primary" className="flex-1" onClick={() => dialog.current?.close()}>
              {showText}
            </Button>
          </div>
        </dialog>
      )}
    </>
  )
}
