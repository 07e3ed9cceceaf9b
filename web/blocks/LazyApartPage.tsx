import { Suspense } from 'react'
import { PageSkeleton } from '#web/platform/ui/PageSkeleton.tsx'
import type { ApartPageProps } from './ApartPage.tsx'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

const ApartPage = lazyPart(async () => (await import('./ApartPage.tsx')).ApartPage)

/** Few people ever see this page, so its code is loaded only when it is drawn. */
export const LazyApartPage = (props: ApartPageProps) => (
  <Suspense fallback={<PageSkeleton />}>
    <ApartPage {...props} />
  </Suspense>
)
