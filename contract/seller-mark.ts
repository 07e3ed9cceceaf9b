/**
 * How many characters of their id's end name a seller on cards: enough that none of a few hundred hidden people is taken
 * for another, and few, since every card of every page has them.
 */
export const SELLER_MARK_LENGTH = 6

export const sellerMark = (personId: string): string => personId.slice(-SELLER_MARK_LENGTH)
