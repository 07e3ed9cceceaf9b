import { hasSideFilters } from '#web/platform/browser/use-wide-screen.ts'
import { preparedLazy } from '#web/platform/ui/lazy/prepared-lazy.ts'

const filterForm = preparedLazy(async () => (await import('./FilterForm.tsx')).FilterForm)

export const prepareFilterForm = filterForm.prepare

/** Call before a list is drawn. A phone shows no filters beside the list and loads them when their sheet opens. */
export const prepareSideFilters = async () =>
  import.meta.env.SSR || hasSideFilters() ? filterForm.prepare() : undefined

/** Needs a `Suspense` boundary. */
export const LazyFilterForm = filterForm.Component
