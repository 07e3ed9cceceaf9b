import { LRUCache } from 'lru-cache'

const KEYS_MAX = 10_000
const sinceStart = () => performance.now()

/**
 * Returns a function that is true if another call is allowed: `perSecond` of them, and `burst` at once after a pause.
 */
export function tokenBucket(perSecond: number, burst: number, now: () => number = sinceStart) {
  let tokens = burst
  let filledAt = now()
  return (): boolean => {
    const moment = now()
    tokens = Math.min(burst, tokens + ((moment - filledAt) / 1000) * perSecond)
    filledAt = moment
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

/** One bucket for each of the most recent keys. */
export function tokenBuckets(perSecond: number, burst: number) {
  const buckets = new LRUCache<string, ReturnType<typeof tokenBucket>>({
    max: KEYS_MAX,
    memoMethod: () => tokenBucket(perSecond, burst),
  })
  return (key: string): boolean => buckets.memo(key)()
}
