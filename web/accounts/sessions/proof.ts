import { createListeners } from '#web/platform/ui/listeners.ts'

/** Between the tab that needs a proof and the one that a mailed link opened. */
const STORAGE_KEY = 'sankofa.proof'

let openRequest: PromiseWithResolvers<boolean> | undefined
const listeners = createListeners()

function change(next: typeof openRequest) {
  openRequest = next
  listeners.call()
}

/** Shows the one dialog in which the person proves that it is them; false when they would rather not. */
export function requestProof(): Promise<boolean> {
  const open = openRequest ?? Promise.withResolvers<boolean>()
  if (!openRequest) change(open)
  return open.promise
}

/** Closes the dialog; whatever waited for it goes on, or is given up. */
export function settleProof(isProved: boolean): void {
  const open = openRequest
  change(undefined)
  open?.resolve(isProved)
}

export const proofStore = { subscribe: listeners.add, isRequested: () => openRequest !== undefined }

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
