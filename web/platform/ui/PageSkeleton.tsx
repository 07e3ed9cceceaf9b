import { createContext, use } from 'react'
import type { SkeletonShape } from '#contract/pages.ts'

/** What the page at this address looks like. */
export const SkeletonOf = createContext<SkeletonShape>('cards')

const SHAPES: Record<SkeletonShape, [layout: string, blocks: number, block: string]> = {
  cards: ['mt-6 grid-cols-2 gap-3 md:grid-cols-4', 8, 'aspect-[4/5]'],
  form: ['mx-auto mt-6 max-w-md gap-6', 5, 'h-11'],
  product: ['mt-3 gap-6 md:grid-cols-2', 2, 'aspect-[4/3]'],
  rows: ['mt-6 gap-3', 6, 'h-16'],
  conversation: ['mt-6 gap-3', 6, 'h-11 w-2/3 even:ml-auto even:w-1/2'],
  text: ['mt-6 max-w-prose gap-3', 9, 'h-4'],
}

/** Shown while a page's code is on its way. */
export function PageSkeleton() {
  const [layout, blocks, block] = SHAPES[use(SkeletonOf)]
  return (
    <div className="page py-6" aria-busy="true">
      <p className="sr-only noscript:hidden">Loading…</p>
      <p className="hidden noscript:block">This page needs JavaScript, which is off in this browser.</p>
      <div className="noscript:hidden">
        <div className="skeleton h-8 w-1/2" />
        <div className={`grid ${layout}`}>
          {Array.from({ length: blocks }, (_, index) => (
            <div key={index} className={`skeleton ${block}`} />
          ))}
        </div>
      </div>
    </div>
  )
}
