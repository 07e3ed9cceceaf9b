/** How much each of many callers has at once. */
export interface FairShare {
  /** Takes one more and returns what gives it back; undefined where the caller has the most there may be. */
  take(key: string): (() => void) | undefined
}

export function fairShare(most: number): FairShare {
  const counts = new Map<string, number>()

  function giveBack(key: string) {
    const left = (counts.get(key) ?? 1) - 1
    if (left === 0) counts.delete(key)
    else counts.set(key, left)
  }

  return {
    take(key) {
      const count = counts.get(key) ?? 0
      if (count >= most) return undefined
      counts.set(key, count + 1)
      let isHeld = true
      return () => {
        if (isHeld) giveBack(key)
        isHeld = false
      }
    },
  }
}
