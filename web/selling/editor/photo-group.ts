/** The group under which this browser stores the unsent photos of a listing. */
export const photoGroupOf = (personId: string, key: string): string => `listing ${personId} ${key}`

/** The group for unsent photos that belong to no listing yet. */
export const bulkGroupOf = (personId: string): string => `bulk ${personId}`

export const isGroupOf = (personId: string, group: string): boolean =>
  group === bulkGroupOf(personId) || group.startsWith(photoGroupOf(personId, ''))
