import type { Proof } from '#web/platform/api/client.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'

let openRequest: (PromiseWithResolvers<boolean> & { proof: Proof }) | undefined
const listeners = createListeners()

function change(next: typeof openRequest) {
  openRequest = next
  listeners.call()
}

/** Shows the one dialog in which the person proves that it is them; false when they would rather not. */
export async function requestProof(proof: Proof): Promise<boolean> {
  if (openRequest && openRequest.proof !== proof) {
    // One dialog after the other.
    await openRequest.promise
    return requestProof(proof)
  }
  const open = openRequest ?? { ...Promise.withResolvers<boolean>(), proof }
  if (!openRequest) change(open)
  return open.promise
}

/** Closes the dialog; whatever waited for it goes on, or is given up. */
export function settleProof(isProved: boolean): void {
  const open = openRequest
  change(undefined)
  open?.resolve(isProved)
}

export const proofStore = { subscribe: listeners.add, requested: () => openRequest?.proof }
