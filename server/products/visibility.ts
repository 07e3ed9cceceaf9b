import { sql } from 'kysely'

/**
 * Of `products p`: on sale, so that lists, search and counts have it. Spelled as the indexes' own condition, or the
 * planner would not use them; SQL functions spell it alike, which a test checks.
 */
export const isOnSale = sql<boolean>`p.status in ('available', 'reserved')`

/** Of `products p`: shown to everyone who has its address, also when it is sold. */
export const isPublic = sql<boolean>`p.status <> 'draft'`
