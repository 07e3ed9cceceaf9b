import { Suspense } from 'react'
import { PageSkeleton } from '#web/platform/ui/PageSkeleton.tsx'
import type { HiddenPageProps } from './HiddenPage.tsx'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

const HiddenPage = lazyPart(async () => (await import('./HiddenPage.tsx')).HiddenPage)

/** Few people ever see this page, so its code is loaded only when it is drawn. */
export const LazyHiddenPage = (props: HiddenPageProps) => (
  <Suspense fallback={<PageSkeleton />}>
    <HiddenPage {...props} />
  </Suspense>
)
