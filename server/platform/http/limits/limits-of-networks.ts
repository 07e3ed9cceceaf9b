import { countedNetworks } from '#server/platform/http/client-address.ts'
import type { RateLimiter } from './rate-limit.ts'

/** A key that ends with a network of IPv6, such as 'login-from:2001:db8:1:2::/64'. */
const NETWORK_KEY = /^(.*:)((?:[\da-f]{1,4}:){3}[\da-f]{1,4}::\/64)$/

/** A limiter that also counts the wider networks for keys that end with a network of IPv6. */
export function limitsOfNetworks(limiter: RateLimiter): RateLimiter {
  function keysOf(key: string): { key: string; factor: number }[] {
    const [, name = '', network] = NETWORK_KEY.exec(key) ?? []
    if (network === undefined) return [{ key, factor: 1 }]
    return countedNetworks(network).map((counted) => ({
      key: name + counted.network,
      factor: counted.factor,
    }))
  }
  const forAll = async (key: string, act: (key: string) => Promise<void>) => {
    for (const each of keysOf(key)) await act(each.key)
  }

  return {
    ...limiter,
    async take(key, { attempts, seconds }, code) {
      const taken: string[] = []
      try {
        for (const each of keysOf(key)) {
          await limiter.take(each.key, { attempts: attempts * each.factor, seconds }, code)
          taken.push(each.key)
        }
      } catch (error) {
        // Refused attempts must count nowhere: a network must not use up the wider network's limit with them, or the
        // reverse.
        for (const each of taken) await limiter.release(each)
        throw error
      }
    },
    release: (key) => forAll(key, limiter.release),
    clear: (key) => forAll(key, limiter.clear),
  }
}
