/** Remarks of a seller about a buyer, chosen by a tap. Free of zod, because pages import it. */
export const BUYER_CHIPS = {
  'on-time': 'Came on time',
  'paid-as-agreed': 'Paid as agreed',
  friendly: 'Friendly',
  'quick-answers': 'Answered quickly',
  late: 'Came late',
  haggled: 'Wanted to pay less at the meeting',
  'paid-late': 'Paid late',
} as const

export type BuyerChip = keyof typeof BUYER_CHIPS
export const BUYER_CHIP_NAMES = Object.keys(BUYER_CHIPS) as [BuyerChip, ...BuyerChip[]]

/** Only one of each pair can be true. */
export const OPPOSITE_CHIPS: readonly (readonly [BuyerChip, BuyerChip])[] = [
  ['on-time', 'late'],
  ['paid-as-agreed', 'haggled'],
  ['paid-as-agreed', 'paid-late'],
]

/**
 * Days after a deal in which the two people's reviews of it wait for each other, and in which the seller can write one.
 */
export const DEAL_REVIEW_DAYS = 14
