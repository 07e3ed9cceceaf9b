const sinceStart = () => performance.now()

/** True while calls come no faster than this; a pause allows `burst` of them at once again. */
export function pace(perSecond: number, burst: number, now: () => number = sinceStart) {
  let left = burst
  let since = now()
  return (): boolean => {
    const moment = now()
    left = Math.min(burst, left + ((moment - since) / 1000) * perSecond)
    since = moment
    if (left < 1) return false
    left -= 1
    return true
  }
}

/** The same for each of many callers; those who were quiet for long are forgotten. */
export function paceByKey(perSecond: number, burst: number) {
  const paces = new Map<string, ReturnType<typeof pace>>()
  const forgetAt = 10_000
  return (key: string): boolean => {
    let own = paces.get(key)
    if (!own) {
      if (paces.size >= forgetAt) paces.clear()
      own = pace(perSecond, burst)
      paces.set(key, own)
    }
    return own()
  }
}
