import * as z from 'zod/mini'

/** The longest path that SMTP carries (RFC 5321, 4.5.3.1). */
const LONGEST = 254

const Address = z.email().check(z.maxLength(LONGEST))

/** One plain address: no name, no list, no comment, no line break. */
export const isMailAddress = (text: string): boolean => z.safeParse(Address, text).success

/** 'Name <address>' or an address alone. */
export function isSender(text: string): boolean {
  const named = /^([^<>"\r\n\0]{1,100}) <([^<>]+)>$/.exec(text)
  return isMailAddress(named?.[2] ?? text)
}
