/** Between the tab that needs a proof and the one that a mailed link opened. */
const STORAGE_KEY = 'sankofa.proof'

export function announceProof(): void {
  try {
    localStorage.setItem(STORAGE_KEY, new Date().toISOString())
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Without storage they do not learn of it: the next request to the server shows it.
  }
}

/** Listens for a mailed link that was opened in another tab; returns how to stop. */
export function onProofElsewhere(handle: () => void): () => void {
  function onStorage({ key, newValue }: StorageEvent) {
    if (key === STORAGE_KEY && newValue !== null) handle()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
