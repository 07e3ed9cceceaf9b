import { AppError } from '#server/app-error.ts'
import type { AccountParts, Client } from './account-parts.ts'
import { invalidCode } from './invalid-code.ts'
import { selectAccount } from './queries.ts'
import { secondFactors } from './second-factors.ts'
import type { OpenedSession } from './sessions.ts'
import type { ChallengePayload } from './sign-in.ts'

const STEPS_PER_ADDRESS = { tries: 60, seconds: 15 * 60 }

/** A challenge is no link, and is told of as what it is. */
function asChallenge(error: unknown): never {
  if (error instanceof AppError && error.code === 'link-expired') throw new AppError('challenge-expired')
  throw error
}

/** The second step of signing in. */
export function secondStep(parts: AccountParts & { now: () => number }) {
  const { db, limiter, oneTime, signIn } = parts
  const factors = secondFactors(parts)

  /** As with passwords, a stranger's guesses do not lock the owner out of a device that is known. */
  const triesKey = (accountId: string, client: Client) =>
    client.knownAccounts.includes(accountId) ? `two-factor-known:${accountId}` : `two-factor:${accountId}`

  return {
    /** A wrong code leaves the challenge open; the right one uses it up, in the same transaction as the session. */
    async passTwoFactor(
      { challenge, code }: { challenge: string; code: string },
      client: Client,
    ): Promise<OpenedSession> {
      await limiter.take(`two-factor-from:${client.address}`, STEPS_PER_ADDRESS)
      const open = await oneTime.peek<ChallengePayload>(db, 'two-factor', challenge)
      if (!open) throw new AppError('challenge-expired')
      const key = triesKey(open.accountId, client)
      await factors.countTry(key)
      const opened = await db.transaction().execute(async (tx) => {
        const account = await selectAccount(tx, open.accountId)
        if (!account || account.totp_enabled_at === null) throw new AppError('challenge-expired')
        if (!(await factors.spend(tx, account, code))) throw invalidCode()
        await oneTime.use(tx, 'two-factor', challenge).catch(asChallenge)
        return signIn.open(tx, account, client, open.payload)
      })
      await factors.forgetTries(key)
      return opened
    },
  }
}
