import { foldCharacters } from '#contract/fold.ts'

/**
 * Short addresses of products, `/p/3zJrJcgs1fq7Yp2fSMYpnG/iphone-12-128-gb`, for messages and QR codes. The
 * code is the product's id in base 58 (letters and digits that nobody confuses), so that it needs no column,
 * exists for every product and never changes; the words after it are only for people.
 */

export const SHORT_LINKS = '/p'

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE = BigInt(DIGITS.length)
/** Digits of 128 bits in base 58. */
const CODE_LENGTH = 22
const CODE = new RegExp(`^[${DIGITS}]{${CODE_LENGTH}}$`)
const SLUG_MAX = 40

export function shortCode(id: string): string {
  let code = ''
  for (let rest = BigInt(`0x${id.replaceAll('-', '')}`); code.length < CODE_LENGTH; rest /= BASE)
    code = DIGITS.charAt(Number(rest % BASE)) + code
  return code
}

/** Returns undefined for text that is not a code. */
export function parseShortCode(code: string): string | undefined {
  if (!CODE.test(code)) return undefined
  const number = [...code].reduce((sum, digit) => sum * BASE + BigInt(DIGITS.indexOf(digit)), 0n)
  const hex = number.toString(16).padStart(32, '0')
  return hex.length > 32 ? undefined : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** 'iPhone 12, 128 GB' becomes 'iphone-12-128-gb', cut at a word. */
export function toSlug(title: string): string {
  const words = foldCharacters(title).split(/[^a-z0-9]+/)
  let slug = ''
  for (const word of words) {
    if (slug.length + word.length >= SLUG_MAX) break
    if (word) slug += slug ? `-${word}` : word
  }
  return slug
}

export function shortPath({ id, title }: { id: string; title: string }): string {
  const slug = toSlug(title)
  return `${SHORT_LINKS}/${shortCode(id)}${slug && `/${slug}`}`
}
