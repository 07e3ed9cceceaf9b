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
  /** Hash of the random name in the browser's cookie; undefined before it registered or requested a link. */
  browser?: string
}
