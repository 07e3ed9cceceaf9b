import { createContext, use } from 'react'
import type { SkeletonShape } from '#contract/pages.ts'

/** What the page at this address looks like. */
export const SkeletonOf = createContext<SkeletonShape>('cards')

/** A heading, and as many as the shape with the most has; of others the styles show fewer. */
const BLOCKS = 10

/** Shown while a page's code is on its way. */
export function PageSkeleton() {
  return (
    <div className="page py-6" aria-busy="true">
      <p className="sr-only noscript:hidden">Loading…</p>
      <p className="hidden noscript:block">This page needs JavaScript, which is off in this browser.</p>
      <div className={`skeleton-page noscript:hidden ${use(SkeletonOf)}-shape`}>
        {Array.from({ length: BLOCKS }, (_, index) => (
          <div key={index} className="skeleton" />
        ))}
      </div>
    </div>
  )
}
