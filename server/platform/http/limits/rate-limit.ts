import { sql } from 'kysely'
import type { ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'

export interface Limit {
  attempts: number
  seconds: number
}

export interface RateLimiter {
  /**
   * Counts one attempt; beyond the limit it throws `code` with a Retry-After and does not count. The limit is exact
   * across processes.
   */
  take(key: string, limit: Limit, code?: ProblemCode): Promise<void>
  /** Takes back one attempt, for example after a success if only failures count; attempts of others stay. */
  release(key: string): Promise<void>
  /** Forgets all attempts of a key, for example after a success. */
  clear(key: string): Promise<void>
  /** Forgets every key that ends with ':' and this subject, for example when a person deletes their account. */
  forget(subject: string): Promise<void>
  /** Deletes expired counts. */
  forgetExpired(): Promise<void>
}

/** Counts one attempt and returns true if it is within the limit. */
export async function tryTake(take: RateLimiter['take'], key: string, limit: Limit): Promise<boolean> {
  try {
    await take(key, limit)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many-requests') return false
    throw error
  }
}

/** Each key has a row that an atomic upsert increments, so exactly `attempts` of simultaneous requests pass. */
export function rateLimiter(db: Database): RateLimiter {
  return {
    async take(key, { attempts, seconds }, code = 'too-many-requests') {
      const { rows } = await sql<{ is_allowed: boolean; wait: number }>`
        insert into rate_limits as r (key, count, resets_at)
        values (${key}, 1, now() + make_interval(secs => ${seconds}))
        on conflict (key) do update set
          count = case when r.resets_at <= now() then 1 else greatest(r.count, least(r.count + 1, ${attempts})) end,
          resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
        returning
          old.count is null or old.resets_at <= now() or old.count < ${attempts} as is_allowed,
          ceil(extract(epoch from new.resets_at - now()))::int as wait`.execute(db)
      const row = rows[0]
      if (row && !row.is_allowed) throw new AppError(code, { retryAfterSeconds: Math.max(1, row.wait) })
    },
    async release(key) {
      await sql`update rate_limits set count = count - 1 where key = ${key} and count > 0`.execute(db)
    },
    async clear(key) {
      await db.deleteFrom('rate_limits').where('key', '=', key).execute()
    },
    async forget(subject) {
      await sql`delete from rate_limits where right(key, length(${subject}) + 1) = ':' || ${subject}`.execute(
        db,
      )
    },
    async forgetExpired() {
      await sql`delete from rate_limits where resets_at <= now()`.execute(db)
    },
  }
}
