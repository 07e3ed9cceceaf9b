import type { AccountEmailName } from './templates.ts'

/**
 * These are also notifications on the site. People who forgot their password cannot sign in to read them, so
 * they are e-mailed too.
 */
const SECURITY_NOTIFICATIONS: Partial<Record<AccountEmailName, (deviceName: string) => string>> = {
  'password-changed': () => 'Your password was changed, and your other sessions were ended.',
  'email-changed': () => 'Your e-mail address was changed.',
  'new-device': (deviceName) => `New login from a device we do not recognise: ${deviceName}.`,
  'two-factor-on': () => 'Two-factor login is on.',
  'two-factor-off': () => 'Two-factor login is off.',
  'email-added': () => 'An e-mail address was added to your account.',
  'phone-changed': () => 'A new phone number can now log in to your account.',
  'phone-lost': () =>
    'Your phone number no longer logs in to your account. Somebody else uses it for another account.',
  'phone-waits': () =>
    'Somebody who has your phone number wants to log in. Use your account within seven days to stop them.',
  'recovery-codes-renewed': () => 'Your account has new recovery codes. The old ones no longer work.',
}

/** Returns undefined for e-mails that do not concern security. */
export const securityNotification = (email: AccountEmailName, deviceName = 'unknown'): string | undefined =>
  SECURITY_NOTIFICATIONS[email]?.(deviceName)
