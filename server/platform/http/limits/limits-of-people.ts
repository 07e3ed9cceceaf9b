import type { RateLimiter } from './rate-limit.ts'

/** A key that ends with a person's id, such as 'publishes:0193…'. */
const PERSON_KEY = /^(.*:)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/**
 * A limiter whose keys with a person's id count for all accounts of that person. `subjectOf` returns an id of the
 * person that outlives each account.
 */
export function limitsOfPeople(
  limiter: RateLimiter,
  subjectOf: (personId: string) => Promise<string>,
): RateLimiter {
  async function keyOf(key: string): Promise<string> {
    const [, name = '', personId] = PERSON_KEY.exec(key) ?? []
    return personId === undefined ? key : name + (await subjectOf(personId))
  }
  return {
    ...limiter,
    take: async (key, limit, code) => limiter.take(await keyOf(key), limit, code),
    release: async (key) => limiter.release(await keyOf(key)),
    clear: async (key) => limiter.clear(await keyOf(key)),
  }
}
