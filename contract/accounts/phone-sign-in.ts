import * as z from 'zod/mini'
import { Done, PersonName, SignInReply } from './accounts.ts'
import { PhoneCode, PhoneNumber, PhoneToVerify } from './phone.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PASSWORD_MAX } from '#contract/limits.ts'

/** What a new person says about themselves; their number says the rest. */
const PhoneNewcomer = z.object({
  name: PersonName,
  terms: z.literal(true, 'You must agree to the terms and conditions'),
})

/**
 * What the account that a number leads to needs besides the code: a name where it is a new one, proof where it could
 * be somebody else's by now.
 */
export const PhoneNeeds = z.object({
  is: z.enum(['name', 'proof']),
  /** The account has one, which proves it. */
  password: z.boolean(),
  /** A link to log in can be had by e-mail. */
  email: z.boolean(),
  /** From when on the code alone opens it; null before anybody waits for that. */
  opensAt: z.nullable(z.string()),
})
export type PhoneNeeds = z.output<typeof PhoneNeeds>

export const phoneSignInContract = {
  checkBrowser: endpoint({
    method: 'POST',
    path: '/api/auth/phone/check',
    access: 'everyone',
    summary:
      'Puzzles for this browser, whose answers let it have one code sent. A device that the account of the number was open on needs none.',
    body: z.object({}),
    reply: z.object({
      challenge: z.string(),
      puzzles: z.number(),
      /** SHA-256 of "challenge puzzle answer" begins with so many zero bits; puzzles count from 0. */
      bits: z.number(),
    }),
  }),
  requestPhoneSignIn: endpoint({
    method: 'POST',
    path: '/api/auth/phone/code',
    access: 'everyone',
    summary:
      'Sends a code by SMS that logs in, in this browser alone. The answer is the same whether the number is known or not.',
    body: z.extend(PhoneToVerify, {
      /** The challenge, a space, and the answers with dots between. */
      proof: z.optional(z.string().check(z.maxLength(300))),
    }),
    reply: z.object({
      /** As it was understood, in E.164. */
      phone: z.string(),
      /** So many codes are requested that only numbers of accounts get one. */
      onlyKnown: z.boolean(),
    }),
    status: 202,
  }),
  requestPhoneLink: endpoint({
    method: 'POST',
    path: '/api/auth/phone/link',
    access: 'everyone',
    summary:
      'Mails a link that signs in once to the confirmed address of the account with this number. The answer is the same whether there is one or not.',
    body: PhoneToVerify,
    reply: Done,
    status: 202,
  }),
  signInByPhone: endpoint({
    method: 'POST',
    path: '/api/auth/phone',
    access: 'everyone',
    summary:
      'Logs in by the code of an SMS, or begins an account. Where `needs` says what is missing, the same code is sent once more with it.',
    body: z.object({
      phone: PhoneNumber,
      code: PhoneCode,
      newcomer: z.optional(PhoneNewcomer),
      /** Proof of an account that could belong to somebody else by now. */
      password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX))),
      /** Instead of the password, to be let in after seven days, of which the account is notified. */
      wait: z.optional(z.literal(true)),
      /** Leaves such an account to itself, and begins a new one with this number. */
      startNew: z.optional(z.literal(true)),
    }),
    reply: z.extend(SignInReply, {
      needs: z.nullable(PhoneNeeds),
      /** The account began just now. */
      isNew: z.boolean(),
    }),
  }),
}
