/** Number of clearings remembered; an entry that has missed more is treated as outdated. */
const REMEMBERED = 500

/** Changes that cleared a cache. Each entry is checked against them when it is next read, not all at once. */
export function createClearings<Change>(canOutdate: (key: string, change: Change) => boolean) {
  let count = 0
  const recent: (Change | undefined)[] = []
  return {
    count: () => count,
    /** Clears everything if there is no change. */
    add(change?: Change) {
      count += 1
      recent.push(change)
      if (recent.length > REMEMBERED) recent.shift()
    },
    /** True if a clearing after the first `seen` ones may have outdated the entry of this key. */
    outdate(key: string, seen: number): boolean {
      const missed = count - seen
      if (missed === 0) return false
      if (missed > recent.length) return true
      return recent.slice(-missed).some((change) => change === undefined || canOutdate(key, change))
    },
  }
}
