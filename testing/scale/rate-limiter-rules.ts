import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { RateLimiter } from '#server/platform/http/limits/rate-limit.ts'

const THRICE = { attempts: 3, seconds: 60 }

/** What every rate limiter keeps to, wherever it counts. */
export function itLimits(limiter: () => RateLimiter): void {
  const take = (key: string, limit = THRICE) =>
    limiter()
      .take(key, limit)
      .then(
        () => true,
        () => false,
      )

  it('lets exactly so many of twenty at once pass', async () => {
    const key = `login:${randomUUID()}`
    const passed = await Promise.all(Array.from({ length: 20 }, () => take(key)))
    expect(passed.filter(Boolean)).toHaveLength(3)
  })

  it('says when to come back, with the code that it was given', async () => {
    const key = `login:${randomUUID()}`
    for (let count = 0; count < 3; count += 1) await limiter().take(key, THRICE)
    await expect(limiter().take(key, THRICE, 'too-many-logins')).rejects.toMatchObject({
      code: 'too-many-logins',
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 55 && seconds <= 60) as number,
    })
  })

  it('counts anew once the time is over', async () => {
    const key = `login:${randomUUID()}`
    const limit = { attempts: 1, seconds: 2 }
    // At once: on a busy machine the time may be over between one call and the next.
    const passed = await Promise.all([take(key, limit), take(key, limit)])
    expect(passed.filter(Boolean)).toHaveLength(1)
    await expect.poll(() => take(key, limit), { interval: 100 }).toBe(true)
  })

  it('forgets after a success, and nothing of others', async () => {
    const [key, other] = [randomUUID(), randomUUID()]
    for (const each of [key, other]) for (let count = 0; count < 3; count += 1) await take(each)
    await limiter().clear(key)
    expect([await take(key), await take(other)]).toEqual([true, false])
  })

  it('takes one try back, never more than there were', async () => {
    const key = randomUUID()
    await limiter().release(key)
    for (let count = 0; count < 3; count += 1) await take(key)
    await limiter().release(key)
    expect([await take(key), await take(key)]).toEqual([true, false])
  })

  it('forgets those who have left, and nothing of others', async () => {
    const person = randomUUID()
    const theirs = [`reveals:${person}`, `phone-code:${person}`, `a*[?]\\:${person}`]
    const others = [`reveals:${randomUUID()}`, `${person}:reveals`]
    for (const key of [...theirs, ...others]) for (let count = 0; count < 3; count += 1) await take(key)
    await limiter().forget(person)
    for (const key of theirs) expect([key, await take(key)]).toEqual([key, true])
    for (const key of others) expect([key, await take(key)]).toEqual([key, false])
  })
}

/** The same, of what is refused. */
export function itCountsNoRefusals(limiter: () => RateLimiter): void {
  it('does not count what it refuses, so that a wider limit of the same key has its room', async () => {
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
