/**
 * Number of characters at the end of a seller's id that cards contain, so that a browser can hide the cards of
 * blocked sellers: enough to distinguish a few hundred people, and few, because every card contains them.
 */
export const ID_MARK_LENGTH = 6

export const idMark = (id: string): string => id.slice(-ID_MARK_LENGTH)
