import { beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { limitsOfNetworks } from './limits-of-networks.ts'
import { rateLimiter } from './rate-limit.ts'

const database = setUp(createTestDatabase)
beforeEach(() => database.db.deleteFrom('rate_limits').execute())

const limits = () => limitsOfNetworks(rateLimiter(database.db))

/** Number of attempts that pass, each from the next /64. */
async function passing(count: number, addressOf: (n: number) => string): Promise<number> {
  let passed = 0
  for (let n = 0; n < count; n += 1)
    await limits()
      .take(`login-from:${addressOf(n)}`, { attempts: 2, seconds: 60 })
      .then(
        () => (passed += 1),
        () => undefined,
      )
  return passed
}

describe('a limit per network', () => {
  it.each([
    ['a /64', () => '2001:db8:1:1::/64', 2],
    ['a /56', (n: number) => `2001:db8:1:${n.toString(16)}::/64`, 4],
    ['a /48', (n: number) => `2001:db8:1:${(n * 256).toString(16)}::/64`, 8],
    ['separate networks', (n: number) => `2001:db8:${n}:1::/64`, 20],
    ['IPv4 addresses', (n: number) => `198.51.100.${n}`, 20],
  ])('applies to %s', async (_, addressOf, most) => {
    expect(await passing(20, addressOf)).toBe(most)
  })

  it('ignores refused attempts in the wide network', async () => {
    expect(await passing(20, () => '2001:db8:1:1::/64')).toBe(2)
    expect(await passing(2, () => '2001:db8:1:2::/64')).toBe(2)
  })

  it('is given back in the wide networks as well', async () => {
    await passing(20, (n) => `2001:db8:1:${n.toString(16)}::/64`)
    await limits().release('login-from:2001:db8:1:0::/64')
    expect(await passing(1, () => '2001:db8:1:f::/64')).toBe(1)
  })
})
