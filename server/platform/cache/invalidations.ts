/** Number of invalidations remembered; an entry that has missed more is treated as outdated. */
const REMEMBERED = 500

/** Invalidations of a cache. Each entry is checked against them when it is next read, not all entries at once. */
export function createInvalidations<Change>(canOutdate: (key: string, change: Change) => boolean) {
  let count = 0
  const recent: (Change | undefined)[] = []
  return {
    count: () => count,
    /** Invalidates everything if there is no change. */
    add(change?: Change) {
      count += 1
      recent.push(change)
      if (recent.length > REMEMBERED) recent.shift()
    },
    /** True if an invalidation after the first `seen` ones may have outdated the entry of this key. */
    mayOutdate(key: string, seen: number): boolean {
      const missed = count - seen
      if (missed === 0) return false
      if (missed > recent.length) return true
      return recent.slice(-missed).some((change) => change === undefined || canOutdate(key, change))
    },
  }
}
