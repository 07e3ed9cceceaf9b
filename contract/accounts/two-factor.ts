import * as z from 'zod/mini'
import { SignInReply } from './accounts.ts'
import { withoutGaps } from '#contract/typed/seen-text.ts'
import { endpoint } from '#contract/endpoint.ts'

const CODE_MISSING = 'Please enter a 6-digit verification code'

/** The code that an authenticator app shows. */
export const AppCode = z
  .string(CODE_MISSING)
  .check(z.overwrite(withoutGaps), z.regex(/^\d{6}$/, CODE_MISSING))

export const RecoveryCode = z
  .string('Please enter one of your recovery codes')
  .check(z.overwrite(withoutGaps), z.regex(/^[\da-z]{10}$/i, 'Please enter one of your recovery codes'))

/** A code of the app, or a recovery code of ten characters. */
export const SecondFactor = z
  .string(CODE_MISSING)
  .check(z.overwrite(withoutGaps), z.regex(/^(\d{6}|[\da-z]{10})$/i, CODE_MISSING))

const Done = z.object({ done: z.literal(true) })

export const twoFactorContract = {
  startTwoFactor: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/start',
    access: 'signed-in',
    freshProof: true,
    summary:
      'Creates a secret for an authenticator app, or returns the pending one for an hour. Nothing changes until one of its codes is sent to `enableTwoFactor`.',
    body: z.object({}),
    reply: z.object({
      /** Base32, for typing if the device has no camera. */
      secret: z.string(),
      uri: z.string(),
      /** The URI as a QR code: dark modules as an SVG path in a square of `size` units. */
      qr: z.object({ size: z.int(), path: z.string() }),
    }),
  }),
  enableTwoFactor: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/enable',
    access: 'signed-in',
    freshProof: true,
    summary:
      'Turns two-factor login on with a code of the new secret. The recovery codes are never shown again.',
    body: z.object({ code: AppCode }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  disableTwoFactor: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/disable',
    access: 'signed-in',
    freshProof: true,
    summary: 'Turns two-factor login off with a code of the app or a recovery code.',
    body: z.object({ code: SecondFactor }),
    reply: Done,
  }),
  cancelTwoFactor: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/cancel',
    access: 'signed-in',
    summary: 'Deletes the secret that waits for its first code.',
    body: z.object({}),
    reply: Done,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/recovery-codes',
    access: 'signed-in',
    freshProof: true,
    summary: 'Replaces the recovery codes, with a code of the app or one of the old ones.',
    body: z.object({ code: SecondFactor }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  verifyTwoFactor: endpoint({
    method: 'POST',
    path: '/api/auth/two-factor',
    access: 'everyone',
    summary:
      'Completes the second step of signing in: takes the challenge of the first, and a code of the app or a recovery code.',
    body: z.object({
      challenge: z.string().check(z.regex(/^[\w-]{43}$/, 'This login is not complete')),
      code: SecondFactor,
    }),
    reply: z.object({ session: SignInReply.shape.session }),
  }),
  getSecurity: endpoint({
    method: 'GET',
    path: '/api/account/security',
    access: 'signed-in',
    summary: "Returns what protects the person's account: two-factor login and a verified phone number.",
    reply: z.object({
      twoFactor: z.object({
        enabled: z.boolean(),
        /** True while a secret waits for its first code. */
        isStarted: z.boolean(),
        recoveryCodesLeft: z.int(),
      }),
      phone: z.object({
        number: z.nullable(z.string()),
        verified: z.boolean(),
        /** The number that has received a code that still works. */
        awaitsCode: z.nullable(z.string()),
      }),
    }),
  }),
}
