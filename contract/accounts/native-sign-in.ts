import * as z from 'zod/mini'
import { OneTimeToken, SignInReply } from './accounts.ts'
import { endpoint } from '#contract/endpoint.ts'

export const nativeSignInContract = {
  exchangeNativeCode: endpoint({
    method: 'POST',
    path: '/api/auth/native',
    access: 'everyone',
    summary:
      'Signs in the web view of a native app, by the code of its deep link and the verifier whose SHA-256 began the sign-in.',
    body: z.object({
      code: OneTimeToken,
      verifier: z.string().check(z.regex(/^[\w-]{43}$/, 'This login is not complete')),
    }),
    reply: SignInReply,
  }),
}
