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

/** One bucket for each key. Beyond so many keys all begin anew, which bounds the memory. */
export function tokenBuckets(perSecond: number, burst: number) {
  const buckets = new Map<string, ReturnType<typeof tokenBucket>>()
  const bucketsMax = 10_000
  return (key: string): boolean => {
    let bucket = buckets.get(key)
    if (!bucket) {
      if (buckets.size >= bucketsMax) buckets.clear()
      bucket = tokenBucket(perSecond, burst)
      buckets.set(key, bucket)
    }
    return bucket()
  }
}
