/**
 * How long we store what jobs delete, as PostgreSQL intervals. `legal/privacy.md` tells people the same times
 * in the same words, and a test compares them.
 */
export const STORAGE_TIMES = {
  accessTraces: '90 days',
  contactMessages: '2 years',
  contactReveals: '180 days',
  mailLog: '30 days',
  /** Decided reports, their pictures, decisions, and acts of staff. `forget_person` has the same time. */
  moderation: '2 years',
  notifications: '1 year',
  readNotifications: '90 days',
  unlistedNotifications: '7 days',
  priceChanges: '30 days',
  /** Popular searches that nobody has repeated since. */
  popularSearches: '60 days',
  /** The same, if they came from fewer than three networks. */
  rareSearches: '7 days',
  savedSearchMatches: '30 days',
  /** Reports of stolen phones after their reporter has left. */
  stolenPhones: '2 years',
  unconfirmedRegistrations: '30 days',
  unusedPhotos: '7 days',
} as const
