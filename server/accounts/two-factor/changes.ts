import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { countingAnswers } from '#server/platform/http/limits/counting-answers.ts'
import { getAccount } from '#server/accounts/account.ts'
import { queueAccountEmail } from '#server/accounts/emails/service.ts'
import { deleteOneTimeTokens } from '#server/accounts/one-time-tokens/service.ts'
import { invalidCode } from './invalid-code.ts'
import { deleteRecoveryCodes, updateDisabled } from './queries.ts'
import { clearCodeAttempts, countCodeAttempt, replaceRecoveryCodes, takeCode } from './second-factors.ts'

type ChangeDeps = Pick<Context, 'db' | 'jobs' | 'limiter' | 'now' | 'secrets'>

interface CodeOfUser {
  userId: string
  code: string
}

/** Runs `change` in the transaction that takes the code. */
async function withCode<T>(
  ctx: ChangeDeps,
  { userId, code }: CodeOfUser,
  change: (tx: Database) => Promise<T>,
): Promise<T> {
  const account = await getAccount(ctx.db, { userId })
  if (account.totp_enabled_at === null) throw new AppError('two-factor-off')
  // Not the sign-in's count: guesses within a session must not lock the sign-in.
  const key = `two-factor-change:${userId}`
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
