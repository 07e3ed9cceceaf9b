/** An account that signed in on a device before, from the device's signed cookie. */
export interface KnownAccount {
  id: string
  /** The account's `device_epoch` at that time; a password change begins a new epoch. */
  epoch: number
}

export interface ClientDevice {
  address: string
  name: string
  knownAccounts: readonly KnownAccount[]
  /** Hash of the browser's own name; undefined before the browser registered or requested a sign-in link. */
  browser?: string
}
