import { UNKNOWN_USER } from '#contract/accounts/unknown-user.ts'
import { NOTIFICATION_TYPE_NAMES, NOTIFICATION_TYPES } from '#contract/notifications/notification-types.ts'
import { MAIL_DELAY_MINUTES, MESSAGE_PUSH_DELAY_SECONDS } from '#server/notifications/delays.ts'
import { migrate } from '#server/platform/db/migrate.ts'

/** What SQL functions and code must agree on, as `:'name'` in the .sql files of the domains. */
const SQL_VALUES = {
  unknown_user: UNKNOWN_USER,
  message_push_delay_seconds: MESSAGE_PUSH_DELAY_SECONDS,
  mail_delay_minutes: MAIL_DELAY_MINUTES,
  notification_types: NOTIFICATION_TYPE_NAMES.map((type) => {
    const { inApp, push, email } = NOTIFICATION_TYPES[type]
    return { type, in_app: inApp, push, email }
  }),
}

/** Brings the database at `url` to what this version of the program needs; several processes may do so at once. */
export const prepareDatabase = (url: string, report?: (text: string) => void): Promise<string[]> =>
  migrate(url, { repeatable: { directory: import.meta.dirname, values: SQL_VALUES }, report })
