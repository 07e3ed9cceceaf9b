import { PRODUCTS_PER_PAGE_MAX } from '#contract/limits.ts'
import type { ApiClient } from '#web/platform/api/client.ts'

/**
 * Requests which of the products on the screen are favourites: one call for all that are drawn at the same time. Answers
 * go to `learn`.
 */
export function favouritesLoader(api: ApiClient, learn: (answers: ReadonlyMap<string, boolean>) => void) {
  const requested = new Set<string>()
  let waiting: string[] = []

  async function loadSome(products: readonly string[]) {
    try {
      const { productIds } = await api.call('checkFavourites', { query: { products: products.join() } })
      learn(new Map(products.map((id) => [id, productIds.includes(id)])))
    } catch {
      // Hearts stay as they are; the next one shown requests them again.
      for (const id of products) requested.delete(id)
    }
  }

  function loadAll() {
    while (waiting.length > 0) void loadSome(waiting.splice(0, PRODUCTS_PER_PAGE_MAX))
  }

  return (productId: string) => {
    if (requested.has(productId)) return
    requested.add(productId)
    waiting = [...waiting, productId]
    if (waiting.length === 1) setTimeout(loadAll)
  }
}
