import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

/** Storage key that connects the tab that needs a proof with the tab that a mailed link opened. */
const STORAGE_KEY = 'sankofa.proof'

export function announceProof(): void {
  deviceStorage.remove(REQUESTED_KEY)
  try {
    localStorage.setItem(STORAGE_KEY, new Date().toISOString())
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Without storage the other tab is not notified; its next request to the server succeeds.
  }
}

const REQUESTED_KEY = 'sankofa.proof-requested'
/** A request counts as long as its mailed link is valid. */
const REQUESTED_MILLISECONDS = 15 * 60_000

export function noteProofRequest(): void {
  deviceStorage.set(REQUESTED_KEY, String(Date.now()))
}

/**
 * True if somebody requested the mailed link in this browser, so that it was not requested with a stolen
 * token.
 */
export const wasProofRequestedHere = (): boolean =>
  Math.abs(Date.now() - Number(deviceStorage.get(REQUESTED_KEY))) < REQUESTED_MILLISECONDS

/** Listens for a mailed link that is opened in another tab. Returns a function that stops it. */
export function onProofElsewhere(handle: () => void): () => void {
  function onStorage({ key, newValue }: StorageEvent) {
    if (key === STORAGE_KEY && newValue !== null) handle()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
