import { hasSideFilters } from '#web/platform/browser/use-wide-screen.ts'
import { preparedLazy } from '#web/platform/ui/lazy/prepared-lazy.ts'

const filterForm = preparedLazy(async () => (await import('./FilterForm.tsx')).FilterForm)

export const prepareFilterForm = filterForm.prepare

/** Before a list is drawn: a phone has no filters beside it, and loads them once their sheet is opened. */
export const prepareSideFilters = async () =>
  import.meta.env.SSR || hasSideFilters() ? filterForm.prepare() : undefined

/** Under `Suspense`. */
export const LazyFilterForm = filterForm.Component
