import type { PriceRange } from '#contract/search/search.ts'

/** Share of the price of the cheaper similar things. */
const FAR_BELOW = 0.5

/** Returns whether it is so cheap that it deserves a question; a bargain is not. */
export const isFarBelow = (price: number, { low }: Pick<PriceRange, 'low'>): boolean =>
  price > 0 && price < low * FAR_BELOW
