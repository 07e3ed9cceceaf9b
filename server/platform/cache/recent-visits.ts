import { LRUCache } from 'lru-cache'

/** Remembers at most `max` visits: beyond it the one that was counted longest ago may count again. */
export function createRecentVisits(options: { durationMs: number; max: number; now: () => number }) {
  /** When each was counted. */
  const seen = new LRUCache<string, number>({ max: options.max })
  return {
    /** Whether this visit was not seen within `durationMs`; it is from now on. */
    isNew(visit: string): boolean {
      const at = options.now()
      const before = seen.peek(visit)
      if (before !== undefined && at - before < options.durationMs) return false
      seen.set(visit, at)
      return true
    },
  }
}
