import { PRODUCTS_PER_PAGE_MAX } from '#contract/limits.ts'
import type { ApiClient } from '#web/api/client.ts'

/**
 * Asks which of the products on the screen are favourites: one call for all that are drawn at the same time. Answers
 * go to `learn`.
 */
export function favouritesAsker(api: ApiClient, learn: (answers: ReadonlyMap<string, boolean>) => void) {
  const asked = new Set<string>()
  let waiting: string[] = []

  async function askSome(products: readonly string[]) {
    try {
      const { productIds } = await api.call('whichFavourites', { query: { products: products.join() } })
      learn(new Map(products.map((id) => [id, productIds.includes(id)])))
    } catch {
      // Hearts stay as they are; the next look asks again.
      for (const id of products) asked.delete(id)
    }
  }

  function askAll() {
    while (waiting.length > 0) void askSome(waiting.splice(0, PRODUCTS_PER_PAGE_MAX))
  }

  return (productId: string) => {
    if (asked.has(productId)) return
    asked.add(productId)
    waiting = [...waiting, productId]
    if (waiting.length === 1) setTimeout(askAll)
  }
}
