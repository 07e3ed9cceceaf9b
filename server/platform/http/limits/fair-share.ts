import { countedNetworks } from '#server/platform/http/client-address.ts'

/** A limit of simultaneous uses for each caller. */
export interface FairShare {
  /** Takes one use and returns a function that gives it back; undefined if the caller has reached the limit. */
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

/** A fair share for networks that also counts the wider networks of IPv6. */
export function fairNetworkShare(most: number): FairShare {
  const shares = new Map<number, FairShare>()

  function shareFor(factor: number): FairShare {
    const share = shares.get(factor) ?? fairShare(most * factor)
    shares.set(factor, share)
    return share
  }

  return {
    take(address) {
      const taken: (() => void)[] = []
      const giveBack = () => {
        for (const give of taken) give()
      }
      for (const { network, factor } of countedNetworks(address)) {
        const give = shareFor(factor).take(network)
        if (!give) {
          giveBack()
          return undefined
        }
        taken.push(give)
      }
      return giveBack
    },
  }
}
