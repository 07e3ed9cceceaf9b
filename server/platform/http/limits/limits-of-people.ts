import type { RateLimiter } from './rate-limit.ts'

/** A person's id at the end of a key: 'publishes:0193…'. */
const OF_PERSON = /^(.*:)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/**
 * A limiter whose keys that end with a person's id count for all accounts of that person: for `subjectOf` the id, which
 * outlives each account.
 */
export function limitsOfPeople(
  limiter: RateLimiter,
  subjectOf: (personId: string) => Promise<string>,
): RateLimiter {
  async function keyOf(key: string): Promise<string> {
    const [, name = '', personId] = OF_PERSON.exec(key) ?? []
    return personId === undefined ? key : name + (await subjectOf(personId))
  }
  return {
    ...limiter,
    take: async (key, limit, code) => limiter.take(await keyOf(key), limit, code),
    release: async (key) => limiter.release(await keyOf(key)),
    clear: async (key) => limiter.clear(await keyOf(key)),
  }
}
