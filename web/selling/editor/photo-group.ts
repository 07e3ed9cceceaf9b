/** Under which the photos of a listing are kept in this browser until they are sent. */
export const photoGroupOf = (personId: string, key: string): string => `listing ${personId} ${key}`

/** Under which those are kept that belong to no listing yet. */
export const bulkGroupOf = (personId: string): string => `bulk ${personId}`

export const isGroupOf = (personId: string, group: string): boolean =>
  group === bulkGroupOf(personId) || group.startsWith(photoGroupOf(personId, ''))
