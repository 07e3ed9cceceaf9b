import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'

const THRICE = { attempts: 3, seconds: 60 }

/** Rules for every rate limiter, in Redis or in the database. */
export function itLimits(limiter: () => RateLimiter): void {
  const take = (key: string, limit = THRICE) =>
    limiter()
      .take(key, limit)
      .then(
        () => true,
        () => false,
      )

  it('lets exactly the allowed number of twenty parallel calls pass', async () => {
    const key = `login:${randomUUID()}`
    const passed = await Promise.all(Array.from({ length: 20 }, () => take(key)))
    expect(passed.filter(Boolean)).toHaveLength(3)
  })

  it('refuses with the given code and the time until the next attempt', async () => {
    const key = `login:${randomUUID()}`
    for (let count = 0; count < 3; count += 1) await limiter().take(key, THRICE)
    await expect(limiter().take(key, THRICE, 'too-many-logins')).rejects.toMatchObject({
      code: 'too-many-logins',
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 55 && seconds <= 60) as number,
    })
  })

  it('counts from zero after the period', async () => {
    const key = `login:${randomUUID()}`
    const limit = { attempts: 1, seconds: 2 }
    // Parallel calls, because on a busy machine the period may end between two calls.
    const passed = await Promise.all([take(key, limit), take(key, limit)])
    expect(passed.filter(Boolean)).toHaveLength(1)
    await expect.poll(() => take(key, limit), { interval: 100 }).toBe(true)
  })

  it('resets one key after a success', async () => {
    const [key, other] = [randomUUID(), randomUUID()]
    for (const each of [key, other]) for (let count = 0; count < 3; count += 1) await take(each)
    await limiter().clear(key)
    expect([await take(key), await take(other)]).toEqual([true, false])
  })

  it('gives back one attempt, but never more than were used', async () => {
    const key = randomUUID()
    await limiter().release(key)
    for (let count = 0; count < 3; count += 1) await take(key)
    await limiter().release(key)
    expect([await take(key), await take(key)]).toEqual([true, false])
  })

  it('resets the keys of people who have left', async () => {
    const person = randomUUID()
    const theirs = [`reveals:${person}`, `phone-code:${person}`, `a*[?]\\:${person}`]
    const others = [`reveals:${randomUUID()}`, `${person}:reveals`]
    for (const key of [...theirs, ...others]) for (let count = 0; count < 3; count += 1) await take(key)
    await limiter().forget(person)
    for (const key of theirs) expect([key, await take(key)]).toEqual([key, true])
    for (const key of others) expect([key, await take(key)]).toEqual([key, false])
  })
}

/** Rule for limiters that do not count refused calls. */
export function itCountsNoRefusals(limiter: () => RateLimiter): void {
  it('does not count refused calls, so that a wider limit of the same key is not reached', async () => {
    const key = randomUUID()
    const passes = (attempts: number) =>
      limiter()
        .take(key, { ...THRICE, attempts })
        .then(
          () => true,
          () => false,
        )
    for (let count = 0; count < 8; count += 1) await passes(3)
    expect([await passes(4), await passes(4)]).toEqual([true, false])
  })
}
