import type { AccountEmailName } from './templates.ts'

/**
 * These are also notifications on the site. People who forgot their password cannot sign in to read them, so
 * they are e-mailed too.
 */
const SECURITY_NOTIFICATIONS: Partial<Record<AccountEmailName, (deviceName: string) => string>> = {
  'password-changed': () => 'Your password was changed, and all other sessions were ended.',
  'email-changed': () => 'Your e-mail address was changed.',
  'new-device': (deviceName) => `New sign-in on a device that your account did not know: ${deviceName}.`,
  'two-factor-on': () => 'Two-factor sign-in is on.',
  'two-factor-off': () => 'Two-factor sign-in is off.',
  'email-added': () => 'An e-mail address was added to your account.',
  'phone-changed': () => 'A new phone number logs in to your account now.',
  'phone-lost': () =>
    'Your phone number no longer logs in: somebody who holds it uses it for another account.',
  'phone-waits': () =>
    'Somebody who holds your phone number asks to log in. Any use of your account within seven days ends that.',
  'recovery-codes-renewed': () => 'Your account has new recovery codes. Those before no longer work.',
}

/** Returns undefined for e-mails that do not concern security. */
export const securityNotification = (email: AccountEmailName, deviceName = 'unknown'): string | undefined =>
  SECURITY_NOTIFICATIONS[email]?.(deviceName)
