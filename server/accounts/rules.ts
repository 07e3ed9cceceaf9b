import type { AccountRow } from './queries.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'

/** A registration that was never confirmed does not own its address. */
export function isAddressTaken(account: AccountRow, settings: { emailVerification: boolean }): boolean {
  return account.email_verified_at !== null || !settings.emailVerification
}

/** Returns whether the address must be confirmed before signing in, even with the right password. */
export function needsConfirmation(account: AccountRow, settings: { emailVerification: boolean }): boolean {
  return settings.emailVerification && account.email_verified_at === null
}

/** Days without a visit after which a network in Ghana may have given the number to somebody else. */
export const NUMBER_UNUSED_DAYS = 90
/** Days that the holder of a number without another proof waits, and days that they then have to sign in. */
const NUMBER_WAIT_DAYS = 7

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

interface NumberedAccount extends Pick<AccountRow, 'email' | 'password_hash' | 'phone_waits_since'> {
  /** True if nobody has used the account for 90 days. */
  is_unused: boolean
}

/** Returns whether the number is the only way into the account. */
export const isNumberOnlyWay = ({ email }: Pick<AccountRow, 'email'>): boolean => email === null

/**
 * Returns when the code alone opens or opened the account, or null if nobody waits. A wait lapses if nobody
 * comes back.
 */
export function waitEnd({ phone_waits_since: since }: Pick<AccountRow, 'phone_waits_since'>, now: number) {
  if (since === null) return null
  const end = Date.parse(since) + NUMBER_WAIT_DAYS * DAY_MILLISECONDS
  return now < end + NUMBER_WAIT_DAYS * DAY_MILLISECONDS ? end : null
}

/**
 * Returns whether holding the number is enough to open its account. Numbers change hands, so an account that
 * has another proof (a password or an e-mail address), or that has been unused for long, needs that proof, a
 * device on which it signed in before, or a wait of seven days. The account is notified of the wait, and any
 * use of the account ends it.
 */
export function isNumberSufficient(
  account: NumberedAccount,
  { isKnown, now }: { isKnown: boolean; now: number },
): boolean {
  const end = waitEnd(account, now)
  if (isKnown || (end !== null && end <= now)) return true
  return isNumberOnlyWay(account) && account.password_hash === null && !account.is_unused
}

/** Returns whether the account signed in on this device since its password was last changed. */
export function isKnownDevice(
  { knownAccounts }: Pick<ClientDevice, 'knownAccounts'>,
  { id, device_epoch: epoch }: Pick<AccountRow, 'id' | 'device_epoch'>,
): boolean {
  return knownAccounts.some((known) => known.id === id && known.epoch === epoch)
}
