import type { Preferences, PreferencesChange } from './account-settings.ts'
import { NOTIFICATION_TYPES } from './choices.ts'

/** What is not named stays as it is. */
export function changedPreferences(known: Preferences, change: PreferencesChange): Preferences {
  const { news = {}, ...rest } = change
  const changedNews = NOTIFICATION_TYPES.map((type) => [type, { ...known.news[type], ...news[type] }])
  return { ...known, ...rest, news: Object.fromEntries(changedNews) as Preferences['news'] }
}
