import type { PriceRange } from '#contract/search/search.ts'

/** Of what the cheaper ones of similar things cost. */
const FAR_BELOW = 0.5

/** So cheap that it is worth a question; a bargain is not. */
export const isFarBelow = (price: number, { low }: Pick<PriceRange, 'low'>): boolean =>
  price > 0 && price < low * FAR_BELOW
