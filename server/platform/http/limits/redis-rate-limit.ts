import { keyServers, type RedisClient } from '#server/platform/redis/redis.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Limit, RateLimiter } from './rate-limit.ts'

const PREFIX = 'sankofa:limit:'
const SCANNED_AT_ONCE = 500

/** Counts one attempt within the limit. Returns 1 if it did, and the milliseconds until the count expires. */
const TAKE = `
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
if count >= tonumber(ARGV[2]) then return { 0, redis.call('PTTL', KEYS[1]) } end
if redis.call('INCR', KEYS[1]) == 1 and redis.call('PTTL', KEYS[1]) < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return { 1, redis.call('PTTL', KEYS[1]) }`

/** An expired count stays deleted instead of becoming negative. */
const RELEASE = `
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
if count > 0 then redis.call('DECR', KEYS[1]) end`

/** Escapes characters that are special in patterns of SCAN. */
const literally = (text: string) => text.replace(/[\\*?[\]]/g, String.raw`\$&`)

/** Limits counted in Redis, which all processes share; `standIn` counts while Redis is unreachable. */
export function redisRateLimiter(redis: RedisClient, standIn: RateLimiter): RateLimiter {
  async function countIn(key: string, { attempts, seconds }: Limit) {
    try {
      return (await redis.eval(TAKE, 1, PREFIX + key, seconds * 1000, attempts)) as [
        isAllowed: 0 | 1,
        milliseconds: number,
      ]
    } catch {
      return undefined
    }
  }

  async function forgetIn(subject: string) {
    const match = `${PREFIX}*:${literally(subject)}`
    for (const part of keyServers(redis)) {
      let cursor = '0'
      do {
        const [next, keys] = await part.scan(cursor, 'MATCH', match, 'COUNT', SCANNED_AT_ONCE)
        // Keys are deleted one by one, because a cluster refuses commands with several keys.
        await Promise.all(keys.map((key) => part.del(key)))
        cursor = next
      } while (cursor !== '0')
    }
  }

  return {
    async take(key, limit, code = 'too-many-requests') {
      const counted = await countIn(key, limit)
      if (!counted) return standIn.take(key, limit, code)
      const [isAllowed, milliseconds] = counted
      if (isAllowed) return
      throw new AppError(code, { retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)) })
    },
    async release(key) {
      await redis.eval(RELEASE, 1, PREFIX + key).catch(() => undefined)
      await standIn.release(key)
    },
    async clear(key) {
      await redis.del(PREFIX + key).catch(() => undefined)
      await standIn.clear(key)
    },
    async forget(subject) {
      // Keys in Redis expire by themselves, so a failure there is ignored.
      await forgetIn(subject).catch(() => undefined)
      await standIn.forget(subject)
    },
    // Keys in Redis expire by themselves.
    forgetExpired: () => standIn.forgetExpired(),
  }
}
