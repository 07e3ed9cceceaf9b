import { createHash } from 'node:crypto'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { AccountParts, Client } from './account-parts.ts'
import { OAUTH_TRIES } from './oauth-provider.ts'
import { selectAccount } from './queries.ts'
import type { SignInResult } from './sign-in.ts'

/** A deep link is opened at once. */
const CODE_SECONDS = 2 * 60

interface NativePayload {
  challenge: string
}

/**
 * From the browser, where a native app sends people to log in, back into its web view. Another app that catches the
 * deep link has not the verifier, so the code is of no use to it; and no link of a stranger signs anybody in.
 */
export function nativeSignIn({ db, limiter, oneTime, signIn }: AccountParts) {
  return {
    /** The one-time code for the deep link; `challenge` is the verifier's SHA-256. */
    async codeFor(tx: Database, accountId: string, challenge: string): Promise<string> {
      const payload: NativePayload = { challenge }
      const id = await oneTime.create(tx, {
        purpose: 'native-sign-in',
        accountId,
        seconds: CODE_SECONDS,
        payload,
      })
      return oneTime.secretOf(id)
    },

    async exchangeNativeCode(
      { code, verifier }: { code: string; verifier: string },
      client: Client,
    ): Promise<SignInResult> {
      await limiter.take(`oauth-from:${client.address}`, OAUTH_TRIES)
      return db.transaction().execute(async (tx) => {
        const { accountId, payload } = await oneTime.use<NativePayload>(tx, 'native-sign-in', code)
        const challenge = createHash('sha256').update(verifier).digest('base64url')
        const account = await selectAccount(tx, accountId)
        if (!account || challenge !== payload.challenge) throw new AppError('sign-in-expired')
        return signIn.begin(tx, account, client)
      })
    },
  }
}
