import { SearchQuery } from '#contract/search/search.ts'
import { readQuery } from '#server/platform/http/query.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import type { Lookups } from './lookups.ts'
import { canContain } from './new-products.ts'

const LIST = /^(?:\/api)?\/products(?:\?|$)/
const ONE_PRODUCT = /^(?:\/api)?\/products\/[^/?]/
const SELLER_ADDRESS = /^(?:\/api)?\/sellers\/([0-9a-f-]{36})(?:[/?]|$)/i

/**
 * Returns whether the page or public reply at an address may contain a product that was just published. A
 * list of typed words is checked by its filters. A list of similar words, or an empty one, may change with
 * any product.
 */
export const createAddressCheck =
  (lookups: Pick<Lookups, 'knownFilters'>) =>
  (address: string, product: PublishedProduct): boolean => {
    if (ONE_PRODUCT.test(address)) return false
    const [, sellerId] = SELLER_ADDRESS.exec(address) ?? []
    if (sellerId !== undefined) return sellerId.toLowerCase() === product.sellerId
    if (!LIST.test(address)) return true
    const query = SearchQuery.safeParse(readQuery(address.split('?')[1] ?? ''))
    const filters = query.success ? lookups.knownFilters(query.data) : undefined
    return !filters || canContain(filters, product)
  }
