import { useEffect } from 'react'
import type { Product } from '#contract/products.ts'

/** Who leaves sooner did not look at it; and its code is not among what the page waits for. */
const LOOK_MS = 2_000

/** Counts a view of the product. */
export function useCountView(product: Product): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const timer = setTimeout(() => {
      import('./count-view.ts').then(
        ({ countView }) => {
          if (!isGone) stop = countView(product)
        },
        () => undefined,
      )
    }, LOOK_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop?.()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- newer data of the same product is the same look
  }, [product.id])
}
