/** Older ones count as if they had touched everything. */
const REMEMBERED = 500

/** What cleared a cache, so that each value is held against it when it is next wanted, and not all at once. */
export function createClearings<Change>(mayOutdate: (key: string, change: Change) => boolean) {
  let count = 0
  const recent: (Change | undefined)[] = []
  return {
    count: () => count,
    /** Without a change, of everything. */
    add(change?: Change) {
      count += 1
      recent.push(change)
      if (recent.length > REMEMBERED) recent.shift()
    },
    /** Whether one that came after the first `seen` may have outdated what this key stands for. */
    outdate(key: string, seen: number): boolean {
      const missed = count - seen
      if (missed === 0) return false
      if (missed > recent.length) return true
      return recent.slice(-missed).some((change) => change === undefined || mayOutdate(key, change))
    },
  }
}
