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

/** Whether the account signed in on this device since its password was last changed. */
export function isKnownDevice(
  { knownAccounts }: Pick<ClientDevice, 'knownAccounts'>,
  { id, device_epoch: epoch }: Pick<AccountRow, 'id' | 'device_epoch'>,
): boolean {
  return knownAccounts.some((known) => known.id === id && known.epoch === epoch)
}
