/**
 * The last work under each name in this tab. Used if the browser has no locks, which is so on a page without
 * https.
 */
const last = new Map<string, Promise<unknown>>()

/** Does the work while no tab of this browser does anything else under this name. */
export async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (globalThis.navigator?.locks) return navigator.locks.request(name, work)
  const mine = (last.get(name) ?? Promise.resolve()).then(work)
  const over = mine.catch(() => undefined)
  last.set(name, over)
  try {
    return await mine
  } finally {
    if (last.get(name) === over) last.delete(name)
  }
}
