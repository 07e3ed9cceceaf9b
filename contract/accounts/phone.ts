import * as z from 'zod/mini'
import { plainNumberText, withoutGaps } from '#contract/typed/seen-text.ts'
import { endpoint } from '#contract/endpoint.ts'

const GHANA = '+233'

/** The only number of a contact's text: 'WhatsApp: 020 123 4567', 'tel:+233…', 'https://wa.me/233…'. */
function numberWithin(text: string): string {
  const [number, ...others] = text.match(/(?:\+|00)?\d[\d\s()./-]{5,}\d/g) ?? []
  return number !== undefined && others.length === 0 && !/\d/.test(text.replace(number, '')) ? number : text
}

/**
 * The typed number in E.164. Without a country code it is Ghanaian: '024 123 4567' becomes '+233241234567'.
 * Anything else stays unchanged, for the check that follows.
 */
function normalPhone(text: string): string {
  // Abroad people write '+44 (0)20', and dial it without the 0.
  const plain = numberWithin(plainNumberText(text))
    .replace(/^(\+|00)(\d{1,3}) *\(0\)/, '$1$2')
    .replace(/[\s()./-]/g, '')
    .replace(/^00/, '+')
  if (/^0\d{9}$/.test(plain)) return GHANA + plain.slice(1)
  if (/^[1-9]\d{8}$/.test(plain)) return GHANA + plain
  // People often leave the national 0 after the country code.
  if (/^\+?2330\d{9}$/.test(plain)) return GHANA + plain.replace(/^\+?2330/, '')
  return /^[1-9]/.test(plain) ? `+${plain}` : plain
}

/** The code, also where the whole SMS was pasted. */
function codeWithin(text: string): string {
  const plain = withoutGaps(text)
  const [code, ...others] = plainNumberText(text).match(/\d+/g) ?? []
  return /[a-z]/i.test(plain) && code !== undefined && others.length === 0 ? code : plain
}

/**
 * SPEC 5: a country code of 1 to 3 digits, then up to 14; E.164 allows 15 in total, and Ghana's numbers have
 * 9.
 */
const E164 = /^\+(?!233(?!\d{9}$))[1-9]\d{6,14}$/

export const PhoneNumber = z
  .string('Please enter a phone number')
  .check(
    z.overwrite(normalPhone),
    z.minLength(1, { error: 'Please enter a phone number', abort: true }),
    z.regex(E164, 'Invalid phone number format'),
  )

export const PhoneCode = z
  .string('Please enter the verification code')
  .check(
    z.overwrite(codeWithin),
    z.minLength(1, { error: 'Please enter the verification code', abort: true }),
    z.regex(/^\d{4}$/, 'Invalid verification code'),
  )

export const PhoneToVerify = z.object({ phone: PhoneNumber })
export const PhoneProof = z.object({ phone: PhoneNumber, code: PhoneCode })

export const phoneContract = {
  sendPhoneCode: endpoint({
    method: 'POST',
    path: '/api/account/phone/code',
    access: 'signed-in',
    freshProof: true,
    summary: 'Sends a code by SMS that proves who holds a number. An earlier code no longer works.',
    body: PhoneToVerify,
    reply: z.object({
      /** The number as understood, in E.164. */
      phone: z.string(),
    }),
    status: 202,
  }),
  verifyPhone: endpoint({
    method: 'POST',
    path: '/api/account/phone/verify',
    access: 'signed-in',
    freshProof: true,
    summary: "Makes a number the person's verified one. A person who had it verified before loses it.",
    body: PhoneProof,
    reply: z.object({ phone: z.string() }),
  }),
}
