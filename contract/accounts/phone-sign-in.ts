import * as z from 'zod/mini'
import { Done, PersonName, SignInReply } from './accounts.ts'
import { PhoneCode, PhoneNumber, PhoneToVerify } from './phone.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PASSWORD_MAX } from '#contract/limits.ts'

/** The details that a new person gives in addition to their number. */
const PhoneNewcomer = z.object({
  name: PersonName,
  terms: z.literal(true, 'You must agree to the terms and conditions'),
})

/**
 * What the number's account needs in addition to the code: a name if it is new, or proof if it could belong
 * to somebody else by now.
 */
export const PhoneNeeds = z.object({
  is: z.enum(['name', 'proof']),
  /** True if the account has a password, which proves the identity. */
  password: z.boolean(),
  /** True if the person can request a link by e-mail. */
  email: z.boolean(),
  /** Earliest time for the code alone to open it; null before anybody waits for that. */
  opensAt: z.nullable(z.string()),
})
export type PhoneNeeds = z.output<typeof PhoneNeeds>

export const phoneSignInContract = {
  checkBrowser: endpoint({
    method: 'POST',
    path: '/api/auth/phone/check',
    access: 'everyone',
    summary:
      "Returns puzzles for this browser, whose answers let it request one code. A device on which the number's account signed in before needs none.",
    body: z.object({}),
    reply: z.object({
      challenge: z.string(),
      puzzles: z.number(),
      /** Number of zero bits at the start of the SHA-256 of "challenge puzzle answer"; puzzles count from 0. */
      bits: z.number(),
    }),
  }),
  requestPhoneSignIn: endpoint({
    method: 'POST',
    path: '/api/auth/phone/code',
    access: 'everyone',
    summary:
      'Sends a code by SMS that logs in, only in this browser. The answer is the same whether or not the number is known.',
    body: z.extend(PhoneToVerify, {
      /** The challenge, a space, and the answers separated by dots. */
      proof: z.optional(z.string().check(z.maxLength(300))),
    }),
    reply: z.object({
      /** The number as understood, in E.164. */
      phone: z.string(),
      /** True while too many codes are requested, so that only numbers of accounts get one. */
      onlyKnown: z.boolean(),
    }),
    status: 202,
  }),
  requestPhoneLink: endpoint({
    method: 'POST',
    path: '/api/auth/phone/link',
    access: 'everyone',
    summary:
      "Mails a link that signs in once to the confirmed address of the number's account. The answer is the same whether or not there is one.",
    body: PhoneToVerify,
    reply: Done,
    status: 202,
  }),
  signInByPhone: endpoint({
    method: 'POST',
    path: '/api/auth/phone',
    access: 'everyone',
    summary:
      'Logs in by the code of an SMS, or creates an account. If `needs` names something missing, the client sends the same code again with it.',
    body: z.object({
      phone: PhoneNumber,
      code: PhoneCode,
      newcomer: z.optional(PhoneNewcomer),
      /** Proof for an account that could belong to somebody else by now. */
      password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX))),
      /** Instead of the password: signs the person in after seven days and notifies the account. */
      wait: z.optional(z.literal(true)),
      /** Leaves the existing account and creates a new one with this number. */
      startNew: z.optional(z.literal(true)),
    }),
    reply: z.extend(SignInReply, {
      needs: z.nullable(PhoneNeeds),
      /** True if the account was just created. */
      isNew: z.boolean(),
    }),
  }),
}
