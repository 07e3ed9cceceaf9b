/** The group under which this browser stores the unsent photos of a listing. */
export const listingPhotoGroup = (personId: string, key: string): string => `listing ${personId} ${key}`

/** The group for unsent photos that belong to no listing yet. */
export const bulkPhotoGroup = (personId: string): string => `bulk ${personId}`

export const isPhotoGroupOf = (personId: string, group: string): boolean =>
  group === bulkPhotoGroup(personId) || group.startsWith(listingPhotoGroup(personId, ''))
