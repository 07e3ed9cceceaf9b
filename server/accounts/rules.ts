import type { SessionUser } from '#contract/accounts.ts'
import type { AccountRow } from './queries.ts'

/** SPEC 3: the name, else the part of the e-mail before the @, else 'User'. */
export function sessionUser(account: AccountRow): SessionUser {
  return {
    id: account.id,
    name: account.full_name || account.email.split('@')[0] || 'User',
    email: account.email,
    createdAt: account.created_at,
    role: 'user',
    avatar: account.avatar_url,
  }
}

/** Whoever registered with an address and never confirmed it does not hold it. */
export function isAddressTaken(account: AccountRow, settings: { emailVerification: boolean }): boolean {
  return account.email_verified_at !== null || !settings.emailVerification
}

/** Who may sign in now, once the password is right. */
export function needsConfirmation(account: AccountRow, settings: { emailVerification: boolean }): boolean {
  return settings.emailVerification && account.email_verified_at === null
}
