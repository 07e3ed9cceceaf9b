export interface RecentVisits {
  /** Whether this visit was not seen within `durationMs`; it is from now on. */
  isNew(visit: string): boolean
}

/** Remembers at most `max` visits: beyond it the one that was counted longest ago may count again. */
export function createRecentVisits(options: {
  durationMs: number
  max: number
  now: () => number
}): RecentVisits {
  /** When each was counted, the longest ago first. */
  const seen = new Map<string, number>()
  return {
    isNew(visit) {
      const at = options.now()
      const before = seen.get(visit)
      if (before !== undefined && at - before < options.durationMs) return false
      seen.delete(visit)
      seen.set(visit, at)
      if (seen.size > options.max) seen.delete(seen.keys().next().value as string)
      return true
    },
  }
}
