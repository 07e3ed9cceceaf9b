import type { AccountMail } from './letters.ts'

/** What a person is also told within the site. Whoever forgot the password cannot read it there, hence the mail. */
const SECURITY_NEWS: Partial<Record<AccountMail, (deviceName: string) => string>> = {
  'password-changed': () => 'Your password was changed, and all other sessions were ended.',
  'email-changed': () => 'Your e-mail address was changed.',
  'new-device': (deviceName) => `New sign-in on a device that your account did not know: ${deviceName}.`,
  'two-factor-on': () => 'Two-factor sign-in is on.',
  'two-factor-off': () => 'Two-factor sign-in is off.',
}

/** Undefined for a mail that is no news. */
export const securityNews = (mail: AccountMail, deviceName = 'unknown'): string | undefined =>
  SECURITY_NEWS[mail]?.(deviceName)
