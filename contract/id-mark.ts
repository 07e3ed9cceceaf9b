/**
 * Characters at the end of an id that identify a seller on cards, for hiding some from one person: enough to
 * distinguish a few hundred, and few, because every card of every page contains them.
 */
export const ID_MARK_LENGTH = 6

export const idMark = (id: string): string => id.slice(-ID_MARK_LENGTH)
