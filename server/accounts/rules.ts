import type { AccountRow } from './queries.ts'
import type { ClientDevice } from '#server/accounts/sessions/device.ts'

/** A registration that was never confirmed does not own its address. */
export function isAddressTaken(account: AccountRow, settings: { emailVerification: boolean }): boolean {
  return account.email_verified_at !== null || !settings.emailVerification
}

/** Whether the address must be confirmed before signing in, even with the right password. */
export function needsConfirmation(account: AccountRow, settings: { emailVerification: boolean }): boolean {
  return settings.emailVerification && account.email_verified_at === null
}

/** Days without a visit after which a network in Ghana may have given the number to somebody else. */
export const NUMBER_UNUSED_DAYS = 90
/** How long the holder of a number waits who has no other proof, and how long they may then come. */
const NUMBER_WAIT_DAYS = 7

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

interface NumberedAccount extends Pick<AccountRow, 'email' | 'password_hash' | 'phone_waits_since'> {
  /** Nobody has used it for 90 days. */
  is_unused: boolean
}

/** Whether nothing but the number leads into the account. */
export const isNumberOnlyWay = ({ email }: Pick<AccountRow, 'email'>): boolean => email === null

/** Since when the code alone will do, or from when on; null unless somebody waits. A wait that nobody came back for ends. */
export function waitEnd({ phone_waits_since: since }: Pick<AccountRow, 'phone_waits_since'>, now: number) {
  if (since === null) return null
  const end = Date.parse(since) + NUMBER_WAIT_DAYS * DAY_MILLISECONDS
  return now < end + NUMBER_WAIT_DAYS * DAY_MILLISECONDS ? end : null
}

/**
 * Whether holding the number is enough to open its account. Numbers change hands: an account that has another proof (a
 * password or an e-mail address), or that nobody has used for long, needs that proof, a device on which it was open
 * before, or a wait of seven days of which the account is notified and that any use of the account ends.
 */
export function numberOpens(
  account: NumberedAccount,
  { isKnown, now }: { isKnown: boolean; now: number },
): boolean {
  const end = waitEnd(account, now)
  if (isKnown || (end !== null && end <= now)) return true
  return isNumberOnlyWay(account) && account.password_hash === null && !account.is_unused
}

/** Whether the account signed in on this device since its password was last changed. */
export function isKnownDevice(
  { knownAccounts }: Pick<ClientDevice, 'knownAccounts'>,
  { id, device_epoch: epoch }: Pick<AccountRow, 'id' | 'device_epoch'>,
): boolean {
  return knownAccounts.some((known) => known.id === id && known.epoch === epoch)
}
