interface Batch {
  keys: Set<string>
  done: Promise<void>
}

/** Collects keys that arrive while the work runs, and then works on them together, each key once. */
export function coalesceKeys(
  work: (keys: string[]) => Promise<void>,
): (keys: readonly string[]) => Promise<void> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Batch | undefined

  async function start(before: Promise<unknown>, keys: Set<string>): Promise<void> {
    await before.catch(() => undefined)
    next = undefined
    await work([...keys])
  }

  return (keys) => {
    if (!next) {
      const waiting = new Set<string>()
      next = { keys: waiting, done: start(underWay, waiting) }
      underWay = next.done
    }
    for (const key of keys) next.keys.add(key)
    return next.done
  }
}
