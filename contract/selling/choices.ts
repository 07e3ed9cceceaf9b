/**
 * The fixed sets of values that people choose from. Kept free of zod, so that the public pages may import them
 * without its weight.
 */
export const CONDITIONS = ['new', 'like-new', 'good', 'fair', 'poor'] as const
export type Condition = (typeof CONDITIONS)[number]

export const PRICE_TYPES = ['negotiable', 'fixed'] as const
export type PriceType = (typeof PRICE_TYPES)[number]

/** In SPEC 9's order. `distance` needs `near`, else a `region` or `location` to measure from. */
export const SORTS = ['newest', 'oldest', 'price_low', 'price_high', 'relevance', 'distance'] as const
export type Sort = (typeof SORTS)[number]

export const DATES = ['all', 'today', 'week', 'month', '3months'] as const
export type DateFilter = (typeof DATES)[number]
/** Days back from now (SPEC 9). */
export const DATE_DAYS = { today: 1, week: 7, month: 30, '3months': 90 } as const satisfies Record<
  Exclude<DateFilter, 'all'>,
  number
>

/** SPEC 2, Conversation. */
export const REACTIONS = ['thumbsup', 'heart', 'smile', 'thumbsdown', 'warning'] as const
export type Reaction = (typeof REACTIONS)[number]

/** When a saved search notifies of new products. */
export const ALERTS = ['instant', 'daily', 'none'] as const
export type Alert = (typeof ALERTS)[number]

/** How reviews stand, in the order in which a product's are listed: only those that count move its average. */
export const REVIEW_STANDINGS = ['counted', 'set-aside', 'without-conversation'] as const
export type ReviewStanding = (typeof REVIEW_STANDINGS)[number]
