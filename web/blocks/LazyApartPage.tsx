import { lazy, Suspense } from 'react'
import { PageSkeleton } from '#web/platform/ui/PageSkeleton.tsx'
import type { ApartPageProps } from './ApartPage.tsx'

const ApartPage = lazy(async () => ({ default: (await import('./ApartPage.tsx')).ApartPage }))

/** Few people ever see it: its code comes when it is first drawn. */
export const LazyApartPage = (props: ApartPageProps) => (
  <Suspense fallback={<PageSkeleton />}>
    <ApartPage {...props} />
  </Suspense>
)
