import type { SessionUser } from '#contract/accounts.ts'
import { REGISTRATION_LIMIT } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { AccountParts, Client } from './account-parts.ts'
import { selectAccount, selectAccountByEmail } from './queries.ts'
import type { reauthentication } from './reauthentication.ts'
import { isAddressTaken, sessionUser } from './rules.ts'
import { deletePendingRegistration, updateEmail } from './settings-queries.ts'

const LINK_SECONDS = 24 * 60 * 60
const CHANGES_PER_ACCOUNT = { tries: 5, seconds: 60 * 60 }
/** As many as registrations, since the answer tells as much. */
const CHANGES_FROM_ADDRESS = { tries: 30, seconds: 60 * 60 }

interface Change {
  email: string
  /** Where it was asked for: the one session that goes on. */
  sessionId: string
}

export function emailChange(
  parts: AccountParts,
  { requireProof }: Pick<ReturnType<typeof reauthentication>, 'requireProof'>,
) {
  const { db, settings, limiter, sessions, oneTime, mails, changes } = parts

  return {
    /** Nothing changes until the link in the mail to the new address is opened. */
    async changeEmail(
      viewer: Viewer,
      { email, password }: { email: string; password?: string },
      client: Client,
    ): Promise<void> {
      await requireProof(viewer, password)
      await limiter.take(`change-email-from:${client.address}`, CHANGES_FROM_ADDRESS)
      await limiter.take(`change-email:${viewer.id}`, CHANGES_PER_ACCOUNT)
      await limiter.take(`change-email-to:${email}`, REGISTRATION_LIMIT)
      await db.transaction().execute(async (tx) => {
        const known = await selectAccountByEmail(tx, email)
        if (known && isAddressTaken(known, settings)) throw new AppError('already-registered')
        const payload: Change = { email, sessionId: viewer.sessionId }
        const tokenId = await oneTime.create(tx, {
          purpose: 'change-email',
          accountId: viewer.id,
          seconds: LINK_SECONDS,
          payload,
        })
        await mails.queue(tx, { mail: 'change-email', accountId: viewer.id, tokenId, to: email })
      })
    },

    /** The link proves that the person reads the new address; whoever only registered with it leaves it. */
    async confirmEmailChange(token: string): Promise<SessionUser> {
      const changed = db.transaction().execute(async (tx) => {
        const { accountId, payload } = await oneTime.use<Change>(tx, 'change-email', token)
        const account = await selectAccount(tx, accountId)
        if (!account) throw new AppError('link-expired')
        await deletePendingRegistration(tx, payload.email)
        if (await selectAccountByEmail(tx, payload.email)) throw new AppError('already-registered')
        await updateEmail(tx, accountId, { from: account.email, to: payload.email })
        await changes.announce(tx, 'pages')
        // Links that wait in the old mailbox must not open the account any more.
        await oneTime.drop(tx, 'reset-password', accountId)
        await oneTime.drop(tx, 'verify-email', accountId)
        await sessions.end(tx, accountId, { except: payload.sessionId })
        await mails.queue(tx, { mail: 'email-changed', accountId, to: account.email })
        return sessionUser({ ...account, email: payload.email })
      })
      return changed.catch((error: unknown) => {
        // Somebody registered with it in this very moment.
        if ((error as { constraint?: string }).constraint === 'account_email_unique')
          throw new AppError('already-registered')
        throw error
      })
    },
  }
}
