import { sql } from 'kysely'

/**
 * Of `products p`: on sale, so that lists, search and counts have it. Spelled as the indexes' own condition, or the
 * planner would not use them; SQL functions spell it alike, which a test checks.
 */
export const isOnSaleIn = (products: string) =>
  sql<boolean>`${sql.raw(products)}.status in ('available', 'reserved')`
export const isOnSale = isOnSaleIn('p')

/** Of `products p`: shown to everyone who has its address, also when it is sold. A held one waits for a moderator. */
export const isPublicIn = (products: string) =>
  sql<boolean>`${sql.raw(products)}.status not in ('draft', 'held')`
export const isPublic = isPublicIn('p')

/** Of `products p`: to be sold, be it in sight or held. */
export const isUnsold = sql<boolean>`p.status in ('available', 'reserved', 'held')`

/** Of `products p`: is or was on the market, or is held back from it. */
export const isPublished = sql<boolean>`p.status <> 'draft'`

/** Of `products`: spelled as the condition of the index of their words, which has held ones too. */
export const isInSearchIndex = sql<boolean>`status not in ('draft', 'sold')`

/** Whether only its seller sees a product of this status: its photos then need signed addresses. */
export const isHidden = (status: string): boolean => status === 'draft' || status === 'held'
