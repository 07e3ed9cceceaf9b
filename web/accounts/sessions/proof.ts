import { createListeners } from '#web/platform/ui/listeners.ts'

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
