import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { countingAnswers } from '#server/platform/http/limits/counting-answers.ts'
import { getAccount } from '#server/accounts/account.ts'
import { queueAccountEmail } from '#server/accounts/emails/service.ts'
import { deleteOneTimeTokens } from '#server/accounts/one-time-tokens/service.ts'
import { recordSecondStep } from '#server/accounts/sessions/service.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { invalidCode } from './invalid-code.ts'
import { deleteRecoveryCodes, updateDisabled } from './queries.ts'
import { clearCodeAttempts, countCodeAttempt, replaceRecoveryCodes, takeCode } from './second-factors.ts'

type ChangeDeps = Pick<Context, 'db' | 'jobs' | 'limiter' | 'now' | 'secrets'>

interface CodeOfUser {
  userId: string
  code: string
}

interface CountedCode extends CodeOfUser {
  /** Key of the attempt limit; not that of signing in, so that guesses in a session do not lock it. */
  key?: string
}

/** Runs `change` in the transaction that uses up the code. */
async function withCode<T>(
  ctx: Omit<ChangeDeps, 'jobs'>,
  { userId, code, key = `two-factor-change:${userId}` }: CountedCode,
  change: (tx: Database) => Promise<T>,
): Promise<T> {
  const account = await getAccount(ctx.db, { userId })
  if (account.totp_enabled_at === null) throw new AppError('two-factor-off')
  const result = await countingAnswers(ctx.limiter, async (take) => {
    await countCodeAttempt(take, { key, code })
    return ctx.db.transaction().execute(async (tx) => {
      if (!(await takeCode(ctx, tx, { account, code }))) throw invalidCode()
      return change(tx)
    })
  })
  await clearCodeAttempts(ctx, key)
  return result
}

export const renewRecoveryCodes = (ctx: ChangeDeps, input: CodeOfUser): Promise<string[]> =>
  withCode(ctx, input, async (tx) => {
    await queueAccountEmail(ctx, tx, { mail: 'recovery-codes-renewed', accountId: input.userId })
    return replaceRecoveryCodes(ctx, tx, { accountId: input.userId })
  })

export const disableTwoFactor = (ctx: ChangeDeps, input: CodeOfUser): Promise<void> =>
  withCode(ctx, input, async (tx) => {
    await updateDisabled(tx, input.userId)
    await deleteRecoveryCodes(tx, input.userId)
    await deleteOneTimeTokens(tx, { accountId: input.userId, purposes: ['two-factor'] })
    await queueAccountEmail(ctx, tx, { mail: 'two-factor-off', accountId: input.userId })
  })

/** Counts within this session only, so that guesses in one session do not lock the owner's others. */
export const proveSecondStep = (
  ctx: Omit<ChangeDeps, 'jobs'>,
  { viewer, code }: { viewer: Viewer; code: string },
): Promise<void> => {
  const key = `second-step-of-${viewer.sessionId}:${viewer.id}`
  return withCode(ctx, { userId: viewer.id, code, key }, (tx) => recordSecondStep(tx, viewer.sessionId))
}
