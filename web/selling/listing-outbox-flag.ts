/**
 * Says without loading anything else that listings wait to be sent, so that every page may ask. Kept apart from what
 * waits, which needs the form's code to be read.
 */
const flagOf = (personId: string) => `sankofa.listing-outbox.${personId}`

export const listingsWait = (personId: string): boolean => localStorage.getItem(flagOf(personId)) !== null

const listeners = new Set<(personId: string) => void>()

export function flagWaiting(personId: string, isWaiting: boolean): void {
  const isNew = isWaiting && !listingsWait(personId)
  if (!isWaiting) return localStorage.removeItem(flagOf(personId))
  try {
    localStorage.setItem(flagOf(personId), '1')
  } catch {
    // The form, when it is opened again, still sends what waits.
  }
  if (isNew) for (const notify of listeners) notify(personId)
}

/** Told when something begins to wait in this tab. Returns how to stop. */
export function onListingsWait(listener: (personId: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
