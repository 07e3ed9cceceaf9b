import type { Proof } from '#web/platform/api/client.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'

let openRequest: (PromiseWithResolvers<boolean> & { proof: Proof }) | undefined
const listeners = createListeners()

function change(next: typeof openRequest) {
  openRequest = next
  listeners.call()
}

/** Opens the only proof dialog. Resolves to false if the person cancels. */
export async function requestProof(proof: Proof): Promise<boolean> {
  if (openRequest && openRequest.proof !== proof) {
    // Only one dialog is open at a time.
    await openRequest.promise
    return requestProof(proof)
  }
  const open = openRequest ?? { ...Promise.withResolvers<boolean>(), proof }
  if (!openRequest) change(open)
  return open.promise
}

/** Closes the dialog; the calls that waited for it continue or fail. */
export function settleProof(isProved: boolean): void {
  const open = openRequest
  change(undefined)
  open?.resolve(isProved)
}

export const proofStore = { subscribe: listeners.add, requested: () => openRequest?.proof }
