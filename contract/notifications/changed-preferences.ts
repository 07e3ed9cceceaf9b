import type { Preferences, PreferencesChange } from '#contract/accounts/account-settings.ts'
import { NOTIFICATION_TYPE_NAMES } from '#contract/notifications/notification-types.ts'

/** Absent fields stay unchanged. */
export function changedPreferences(known: Preferences, change: PreferencesChange): Preferences {
  const { news: changes = {}, ...rest } = change
  const changedChannels = NOTIFICATION_TYPE_NAMES.map((type) => [
    type,
    { ...known.news[type], ...changes[type] },
  ])
  return { ...known, ...rest, news: Object.fromEntries(changedChannels) as Preferences['news'] }
}
