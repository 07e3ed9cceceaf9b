import type { Product, ProductCard } from '#contract/products.ts'
import { RECENTLY_VIEWED_KEY as STORAGE_KEY, storeOwnRows } from './own-rows.ts'
import { toCard } from '#web/products/to-card.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORED_MAX = 12

/** Products that this device viewed last, newest first, each as it was then. */
export const readRecentlyViewed = (): ProductCard[] => deviceStorage.read(STORAGE_KEY) ?? []

export function addRecentlyViewed(product: Product): void {
  const others = readRecentlyViewed().filter(({ id }) => id !== product.id)
  deviceStorage.set(STORAGE_KEY, JSON.stringify([toCard(product), ...others].slice(0, STORED_MAX)))
}

export function forgetRecentlyViewed(): void {
  deviceStorage.remove(STORAGE_KEY)
  storeOwnRows(0)
}
