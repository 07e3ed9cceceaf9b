import { LRUCache } from 'lru-cache'

const KEYS_MAX = 10_000
const sinceStart = () => performance.now()

/** Returns whether one more call is allowed: `perSecond` of them, and after a pause `burst` at once. */
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

/** One bucket for each of the keys that called last. */
export function tokenBuckets(perSecond: number, burst: number) {
  const buckets = new LRUCache<string, ReturnType<typeof tokenBucket>>({
    max: KEYS_MAX,
    memoMethod: () => tokenBucket(perSecond, burst),
  })
  return (key: string): boolean => buckets.memo(key)()
}
