import * as z from 'zod/mini'

/** Maximum length of an address in SMTP (RFC 5321, 4.5.3.1). */
const LONGEST = 254

const Address = z.email().check(z.maxLength(LONGEST))

/** True for one plain address without a name, list, comment or line break. */
export const isMailAddress = (text: string): boolean => z.safeParse(Address, text).success

/** True for 'Name <address>' or a plain address. */
export function isSender(text: string): boolean {
  const named = /^([^<>"\r\n\0]{1,100}) <([^<>]+)>$/.exec(text)
  return isMailAddress(named?.[2] ?? text)
}
