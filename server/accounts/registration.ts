import { AppError } from '#server/app-error.ts'
import { LOGIN_LIMIT, REGISTRATION_LIMIT } from '#contract/limits.ts'
import type { Database } from '#server/db/connect.ts'
import type { AccountParts, Client } from './account-parts.ts'
import { hashPassword } from './passwords.ts'
import {
  type AccountRow,
  deleteIdentities,
  insertAccount,
  selectAccount,
  selectAccountByEmail,
  updateAccount,
  updateFullName,
} from './queries.ts'
import { isAddressTaken } from './rules.ts'
import type { OpenedSession } from './sessions.ts'
import type { SignInResult } from './sign-in.ts'

/** A link that confirms an address is good for a day. */
const VERIFY_SECONDS = 24 * 60 * 60
const REGISTRATIONS_PER_ADDRESS = { tries: 30, seconds: 60 * 60 }

export interface Registering {
  name: string
  email: string
  password: string
}

/** What the confirming link does to the account: the choices of that very attempt. */
interface Attempt {
  name?: string
  passwordHash?: string
}

async function confirmed(tx: Database, id: string, { name, passwordHash }: Attempt): Promise<void> {
  const account = await selectAccount(tx, id)
  // A late link does nothing to an account that is confirmed already.
  if (!account || account.email_verified_at !== null) return
  // Whoever else tried with this address before it was confirmed leaves nothing behind.
  await deleteIdentities(tx, id)
  await updateAccount(tx, id, {
    email_verified_at: new Date().toISOString(),
    ...(passwordHash && { password_hash: passwordHash }),
  })
  if (name) await updateFullName(tx, id, name)
}

async function reload(tx: Database, id: string): Promise<AccountRow> {
  const account = await selectAccount(tx, id)
  if (!account) throw new AppError('link-expired')
  return account
}

export function registration(parts: AccountParts) {
  const { db, settings, limiter, sessions, signIn, oneTime, mails } = parts

  async function askToConfirm(tx: Database, accountId: string, attempt: Attempt) {
    const tokenId = await oneTime.create(tx, {
      purpose: 'verify-email',
      accountId,
      seconds: VERIFY_SECONDS,
      payload: attempt,
    })
    await mails.queue(tx, { mail: 'verify-email', accountId, tokenId })
  }

  return {
    /** Null when the address must be confirmed first. */
    async register({ name, email, password }: Registering, client: Client): Promise<OpenedSession | null> {
      if (!settings.signup) throw new AppError('signup-disabled')
      await limiter.take(`register-from:${client.address}`, REGISTRATIONS_PER_ADDRESS)
      await limiter.take(`register:${email}`, REGISTRATION_LIMIT, 'too-many-registrations')
      const passwordHash = await hashPassword(password)
      return db.transaction().execute(async (tx) => {
        const known = await selectAccountByEmail(tx, email)
        if (known && isAddressTaken(known, settings)) throw new AppError('already-registered')
        const id = known?.id ?? (await insertAccount(tx, { name, email }))
        if (!id) throw new AppError('already-registered')
        if (settings.emailVerification) {
          await askToConfirm(tx, id, { name, passwordHash })
          return null
        }
        await updateAccount(tx, id, { password_hash: passwordHash })
        return sessions.open(tx, await reload(tx, id), { name: client.deviceName })
      })
    },

    async verifyEmail(token: string, client: Client): Promise<SignInResult> {
      return db.transaction().execute(async (tx) => {
        const { accountId, payload } = await oneTime.use<Attempt>(tx, 'verify-email', token)
        await confirmed(tx, accountId, payload)
        return signIn.begin(tx, await reload(tx, accountId), client)
      })
    },

    /** Says nothing of whether there is such a person. */
    async resendVerification(email: string, client: Client): Promise<void> {
      await limiter.take(`resend-from:${client.address}`, REGISTRATIONS_PER_ADDRESS)
      await limiter.take(`resend:${email}`, LOGIN_LIMIT)
      await db.transaction().execute(async (tx) => {
        const account = await selectAccountByEmail(tx, email)
        if (!account || account.email_verified_at !== null) return
        const pending = await oneTime.payloadOf<Attempt>(tx, 'verify-email', account.id)
        await askToConfirm(tx, account.id, pending ?? {})
      })
    },
  }
}
