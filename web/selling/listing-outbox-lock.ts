/** Held by the one tab that sends what waits. */
export const OUTBOX_LOCK = 'sankofa.listing-outbox'

/** Resolves once no tab sends listings, or only such as began to be sent after this was asked. */
export async function outboxIdle(): Promise<void> {
  await navigator.locks?.request(OUTBOX_LOCK, () => undefined)
}
