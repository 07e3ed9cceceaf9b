/** Held by the one tab that sends what waits. */
export const OUTBOX_LOCK = 'sankofa.listing-outbox'

const lockOf = (key: string) => `${OUTBOX_LOCK}.${key}`

/** Sends one listing, so that whoever wants to change it can wait for it and for no other. */
export const whileSending = <Result>(key: string, send: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request(lockOf(key), send) : send()

/** Resolves once no tab sends the listing. */
export async function sendingOver(key: string): Promise<void> {
  await navigator.locks?.request(lockOf(key), () => undefined)
}
