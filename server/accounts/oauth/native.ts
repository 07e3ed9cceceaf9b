import { createHash } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { countingAnswers } from '#server/platform/http/limits/counting-answers.ts'
import {
  createOneTimeToken,
  findOneTimeToken,
  oneTimeSecret,
  redeemOneTimeToken,
} from '#server/accounts/one-time-tokens/service.ts'
import { selectAccount } from '#server/accounts/queries.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'
import { type SignInDeps, signInOrChallenge, type SignInResult } from '#server/accounts/sessions/sign-in.ts'
import type { LinkedAccount } from './linking.ts'
import { OAUTH_FAILURES } from './provider.ts'

/** Short, because the app opens its deep link at once. */
const CODE_SECONDS = 2 * 60

interface NativePayload {
  /** SHA-256 of the app's verifier, base64url. */
  challenge: string
  isFirst: boolean
}

/**
 * Creates the one-time code that returns a native app's user from the browser to its web view by deep link.
 * Another app that intercepts the deep link cannot use the code without the verifier, and a stranger's link
 * signs nobody in.
 */
export async function createNativeCode(
  ctx: Pick<Context, 'secrets'>,
  tx: Database,
  { account, isFirst, challenge }: LinkedAccount & { challenge: string },
): Promise<string> {
  const payload: NativePayload = { challenge, isFirst }
  const id = await createOneTimeToken(ctx, tx, {
    purpose: 'native-sign-in',
    accountId: account.id,
    seconds: CODE_SECONDS,
    payload,
  })
  return oneTimeSecret(ctx, id)
}

interface NativeExchange {
  code: string
  verifier: string
  device: ClientDevice
}

function redeemNativeCode(ctx: SignInDeps, { code, verifier, device }: NativeExchange) {
  return ctx.db.transaction().execute(async (tx) => {
    const { accountId, payload } = await redeemOneTimeToken<NativePayload>(tx, {
      purpose: 'native-sign-in',
      secret: code,
    })
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const account = await selectAccount(tx, accountId)
    if (!account || challenge !== payload.challenge) throw new AppError('sign-in-expired')
    return signInOrChallenge(ctx, tx, { account, device, isFirst: payload.isFirst })
  })
}

export async function exchangeNativeCode(
  ctx: SignInDeps & Pick<Context, 'limiter'>,
  exchange: NativeExchange,
): Promise<SignInResult> {
  const { db, limiter } = ctx
  // An unknown code is refused before anything is counted; otherwise made-up codes would lock sign-in for a
  // whole network.
  const known = await findOneTimeToken(db, { purpose: 'native-sign-in', secret: exchange.code })
  if (!known) throw new AppError('link-expired')
  const key = `oauth-from:${exchange.device.address}`
  const result = await countingAnswers(limiter, async (take) => {
    await take(key, OAUTH_FAILURES)
    return redeemNativeCode(ctx, exchange)
  })
  await limiter.release(key)
  return result
}
