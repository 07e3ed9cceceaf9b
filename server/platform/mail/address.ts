import { isEmailAddress } from '#contract/accounts/email-address.ts'

/** Maximum length of an address in SMTP (RFC 5321, 4.5.3.1). */
const LONGEST = 254

/** True for one plain address without a name, list, comment or line break. */
export const isMailAddress = (text: string): boolean =>
  text.length <= LONGEST && isEmailAddress(text.toLowerCase())

/** True for 'Name <address>' or a plain address. */
export function isSender(text: string): boolean {
  const named = /^([^<>"\r\n\0]{1,100}) <([^<>]+)>$/.exec(text)
  return isMailAddress(named?.[2] ?? text)
}
