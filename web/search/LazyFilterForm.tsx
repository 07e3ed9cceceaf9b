import { hasSideFilters } from '#web/platform/browser/use-wide-screen.ts'
import { preparedLazy } from '#web/platform/ui/lazy/prepared-lazy.ts'
import { prepareActiveFilters } from './on-demand.tsx'

const filterForm = preparedLazy(async () => (await import('./FilterForm.tsx')).FilterForm)

export const prepareFilterForm = () => Promise.all([filterForm.prepare(), prepareActiveFilters()])

/** Call before a list is drawn. A phone shows no filters beside the list and loads them when their sheet opens. */
export const prepareSideFilters = async () =>
  import.meta.env.SSR || hasSideFilters() ? prepareFilterForm() : undefined

/** Needs a `Suspense` boundary. */
export const LazyFilterForm = filterForm.Component
