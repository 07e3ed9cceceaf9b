/** The last work under each name in this tab, where the browser has no locks: on a page that is not served by https. */
const last = new Map<string, Promise<unknown>>()

/** Does the work while nothing else is done under this name, in any tab of this browser. */
export async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
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
