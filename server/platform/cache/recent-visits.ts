import { LRUCache } from 'lru-cache'

/** Remembers at most `max` visits; beyond that, the oldest visit may be counted again. */
export function createRecentVisits(options: { durationMs: number; max: number; now: () => number }) {
  /** Time of each counted visit. */
  const seen = new LRUCache<string, number>({ max: options.max })
  return {
    /** True if this visit was not seen within `durationMs`; remembers it. */
    isNew(visit: string): boolean {
      const at = options.now()
      const before = seen.peek(visit)
      if (before !== undefined && at - before < options.durationMs) return false
      seen.set(visit, at)
      return true
    },
  }
}
