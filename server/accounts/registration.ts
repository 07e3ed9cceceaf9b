import { AppError } from '#server/app-error.ts'
import { LOGIN_LIMIT, REGISTRATION_LIMIT } from '#contract/limits.ts'
import type { Database } from '#server/db/connect.ts'
import type { AccountParts, Client } from './account-parts.ts'
import { LINK_SECONDS } from './mail-requests.ts'
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

const REGISTRATIONS_PER_ADDRESS = { tries: 30, seconds: 60 * 60 }

export interface Registering {
  name: string
  email: string
  password: string
}

/** What the confirming link does to the account: the choices of that very attempt. */
interface Attempt {
  name: string
  passwordHash: string
  /** The browser that chose them. */
  browser: string | undefined
}

export interface Confirmed {
  signedIn: SignInResult
  /** The link was opened elsewhere than where the password was chosen, so its reader chooses one of their own. */
  choosePassword: boolean
}

/** Tells whether the reader of the link must choose a password. */
async function confirm(tx: Database, id: string, attempt: Attempt, client: Client): Promise<boolean> {
  const account = await selectAccount(tx, id)
  // A late link does nothing to an account that is confirmed already.
  if (!account || account.email_verified_at !== null) return false
  // Anybody may have registered this address; only who reads its mail may keep the password of the attempt.
  const isSameBrowser = attempt.browser !== undefined && attempt.browser === client.browser
  // Whoever else tried with this address before it was confirmed leaves nothing behind.
  await deleteIdentities(tx, id)
  await updateAccount(tx, id, {
    email_verified_at: new Date().toISOString(),
    password_hash: isSameBrowser ? attempt.passwordHash : null,
  })
  await updateFullName(tx, id, attempt.name)
  return !isSameBrowser
}

async function reload(tx: Database, id: string): Promise<AccountRow> {
  const account = await selectAccount(tx, id)
  if (!account) throw new AppError('link-expired')
  return account
}

export function registration(parts: AccountParts) {
  const { db, settings, limiter, sessions, signIn, oneTime, mails, requests } = parts

  async function askToConfirm(tx: Database, accountId: string, attempt: Attempt) {
    const tokenId = await oneTime.create(tx, {
      purpose: 'verify-email',
      accountId,
      seconds: LINK_SECONDS['verify-email'],
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
          await askToConfirm(tx, id, { name, passwordHash, browser: client.browser })
          return null
        }
        await updateAccount(tx, id, { password_hash: passwordHash })
        return sessions.open(tx, await reload(tx, id), { name: client.deviceName })
      })
    },

    async verifyEmail(token: string, client: Client): Promise<Confirmed> {
      return db.transaction().execute(async (tx) => {
        const { accountId, payload } = await oneTime.use<Attempt>(tx, 'verify-email', token)
        const choosePassword = await confirm(tx, accountId, payload, client)
        const account = await reload(tx, accountId)
        return {
          signedIn: await signIn.begin(tx, account, client, { recovery: choosePassword }),
          choosePassword,
        }
      })
    },

    /** Says nothing of whether there is such a person, by its time neither. */
    async resendVerification(email: string, client: Client): Promise<void> {
      await limiter.take(`resend-from:${client.address}`, REGISTRATIONS_PER_ADDRESS)
      await limiter.take(`resend:${email}`, LOGIN_LIMIT)
      await requests.ask('verify-email', email)
    },
  }
}
