import { createContext, use } from 'react'
import type { SkeletonShape } from '#contract/pages.ts'

/** The shape of the outline for the page at this address. */
export const SkeletonOf = createContext<SkeletonShape>('cards')

/** A heading, and as many blocks as the largest shape has; the styles hide some of them for the others. */
const BLOCKS = 10

/** Shown while a page's code loads. */
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
