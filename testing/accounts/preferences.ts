import type { Preferences } from '#contract/accounts/account-settings.ts'
import { NOTIFICATION_TYPES } from '#contract/notifications/notification-types.ts'

const channels = Object.entries(NOTIFICATION_TYPES).map(([type, { push, email }]) => [
  type,
  { inApp: true, push, email },
])

/** Everyone's default preferences. */
export const PREFERENCES: Preferences = {
  email: true,
  push: true,
  presence: true,
  news: Object.fromEntries(channels) as Preferences['news'],
}
