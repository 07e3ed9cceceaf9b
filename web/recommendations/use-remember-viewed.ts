import { useEffect } from 'react'
import type { Product } from '#contract/products.ts'

/** A person who leaves sooner has not looked at it. */
const VIEWED_AFTER_MS = 2_000

/** Adds the product to those recently viewed on this device. */
export function useRememberViewed(product: Product): void {
  useEffect(() => {
    const remember = async () => {
      const { addRecentlyViewed } = await import('./recently-viewed.ts')
      addRecentlyViewed(product)
    }
    const timer = setTimeout(() => void remember().catch(() => undefined), VIEWED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [product])
}
