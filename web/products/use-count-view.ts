import { useEffect } from 'react'
import type { Product } from '#contract/products.ts'

/** A shorter visit is no look at the product; the delay also keeps the counting code out of the page load. */
const VIEW_DELAY_MS = 2_000

/** Counts a view of the product. */
export function useCountView({ id, seller: { id: sellerId } }: Product): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isCancelled = false
    const timer = setTimeout(() => {
      import('./count-view.ts').then(
        ({ countView }) => {
          if (!isCancelled) stop = countView(id, sellerId)
        },
        () => undefined,
      )
    }, VIEW_DELAY_MS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
      stop?.()
    }
  }, [id, sellerId])
}
