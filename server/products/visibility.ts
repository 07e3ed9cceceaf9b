import { sql } from 'kysely'

/**
 * Condition on `products p`: on sale, and so in lists, search and counts. Spelled like the indexes' own
 * condition, because otherwise the planner would not use them; SQL functions spell it alike, which a test
 * checks.
 */
export const isOnSaleIn = (products: string) =>
  sql<boolean>`${sql.raw(products)}.status in ('available', 'reserved')`
export const isOnSale = isOnSaleIn('p')

/**
 * Condition on `products p`: shown to everyone with its address, even if it is sold. A held one waits for a
 * moderator.
 */
export const isPublicIn = (products: string) =>
  sql<boolean>`${sql.raw(products)}.status not in ('draft', 'held')`
export const isPublic = isPublicIn('p')

/** Condition on `products p`: unsold, whether visible or held. */
export const isUnsold = sql<boolean>`p.status in ('available', 'reserved', 'held')`

/** Condition on `products p`: is or was on the market, or is held back from it. */
export const isPublishedIn = (products: string) => sql<boolean>`${sql.raw(products)}.status <> 'draft'`
export const isPublished = isPublishedIn('p')

/**
 * Condition on `products`: spelled like the condition of the index of their words, which also contains held
 * products.
 */
export const isInSearchIndex = sql<boolean>`status not in ('draft', 'sold')`

/** Returns whether only its seller sees a product of this status; its photos then need signed addresses. */
export const isHidden = (status: string): boolean => status === 'draft' || status === 'held'
