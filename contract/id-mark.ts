/**
 * How many characters of an id's end name a seller on cards, and what is left out for one person: enough that none of a
 * few hundred is taken for another, and few, since every card of every page has them.
 */
export const ID_MARK_LENGTH = 6

export const idMark = (id: string): string => id.slice(-ID_MARK_LENGTH)
