const CODE_LENGTH = 6

/** The end of a case's id, by which colleagues name it to each other: '3F09A2'. */
export const caseCode = (id: string): string => id.slice(-CODE_LENGTH).toUpperCase()
