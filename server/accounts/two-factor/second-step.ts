import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { countingAnswers } from '#server/platform/http/limits/counting-answers.ts'
import { findOneTimeToken, redeemOneTimeToken } from '#server/accounts/one-time-tokens/service.ts'
import { selectAccount } from '#server/accounts/queries.ts'
import { isKnownDevice } from '#server/accounts/rules.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'
import type { OpenedSession } from '#server/accounts/sessions/service.ts'
import { type ChallengePayload, signIn, type SignInDeps } from '#server/accounts/sessions/sign-in.ts'
import { invalidCode } from './invalid-code.ts'
import { clearCodeAttempts, countCodeAttempt, takeCode } from './second-factors.ts'

/** As with passwords, only failures count. */
const FAILURES_PER_ADDRESS = { attempts: 200, seconds: 15 * 60 }

interface SecondStep {
  challenge: string
  code: string
  device: ClientDevice
}

type SecondStepDeps = SignInDeps & Pick<Context, 'limiter' | 'now'>

/**
 * An unknown challenge is refused before anything is counted; otherwise made-up ones would lock the step for
 * a whole network.
 */
async function getChallenge({ db }: Pick<Context, 'db'>, challenge: string) {
  const presented = { purpose: 'two-factor', secret: challenge } as const
  const token = await findOneTimeToken<ChallengePayload>(db, presented)
  const owner = token && (await selectAccount(db, token.accountId))
  if (!owner) throw new AppError('challenge-expired')
  return { owner, payload: token.payload }
}

/** Uses up the code in the transaction that opens the session. */
function takeCodeAndSignIn(
  ctx: SecondStepDeps,
  { challenge, code, device }: SecondStep,
  { accountId, payload }: { accountId: string; payload: ChallengePayload },
): Promise<OpenedSession> {
  return ctx.db.transaction().execute(async (tx) => {
    const account = await selectAccount(tx, accountId)
    if (!account || account.totp_enabled_at === null) throw new AppError('challenge-expired')
    if (!(await takeCode(ctx, tx, { account, code }))) throw invalidCode()
    await redeemOneTimeToken(tx, { purpose: 'two-factor', secret: challenge }).catch(asChallengeRefusal)
    return signIn(ctx, tx, { account, device, ...payload, passedSecondStep: true })
  })
}

function asChallengeRefusal(error: unknown): never {
  if (error instanceof AppError && error.code === 'link-expired') throw new AppError('challenge-expired')
  throw error
}

/**
 * Checks the second step of signing in. A wrong code leaves the challenge open. As with passwords, neither a
 * stranger's guesses nor a bad neighbour locks the owner out of a known device.
 */
export async function verifyTwoFactor(ctx: SecondStepDeps, step: SecondStep): Promise<OpenedSession> {
  const { limiter } = ctx
  const { owner, payload } = await getChallenge(ctx, step.challenge)
  const isKnown = isKnownDevice(step.device, owner)
  const key = isKnown ? `two-factor-known:${owner.id}` : `two-factor:${owner.id}`
  const addressKey = `two-factor-from:${step.device.address}`
  const opened = await countingAnswers(limiter, async (take) => {
    if (!isKnown) await take(addressKey, FAILURES_PER_ADDRESS)
    await countCodeAttempt(take, { key, code: step.code })
    return takeCodeAndSignIn(ctx, step, { accountId: owner.id, payload })
  })
  await clearCodeAttempts(ctx, key)
  if (!isKnown) await limiter.release(addressKey)
  return opened
}
