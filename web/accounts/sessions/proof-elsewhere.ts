import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

/** Between the tab that needs a proof and the one that a mailed link opened. */
const STORAGE_KEY = 'sankofa.proof'

export function announceProof(): void {
  deviceStorage.remove(REQUESTED_KEY)
  try {
    localStorage.setItem(STORAGE_KEY, new Date().toISOString())
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Without storage they do not learn of it: the next request to the server shows it.
  }
}

const REQUESTED_KEY = 'sankofa.proof-requested'
/** As long as its link is good. */
const REQUESTED_MILLISECONDS = 15 * 60_000

export function noteProofRequest(): void {
  deviceStorage.set(REQUESTED_KEY, String(Date.now()))
}

/** Whether a mailed link proves what somebody requested in this browser, and not with a token that was stolen from it. */
export const wasProofRequestedHere = (): boolean =>
  Math.abs(Date.now() - Number(deviceStorage.get(REQUESTED_KEY))) < REQUESTED_MILLISECONDS

/** Listens for a mailed link that was opened in another tab; returns how to stop. */
export function onProofElsewhere(handle: () => void): () => void {
  function onStorage({ key, newValue }: StorageEvent) {
    if (key === STORAGE_KEY && newValue !== null) handle()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
