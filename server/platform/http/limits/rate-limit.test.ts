import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { createTestDatabase } from '#testing/database.ts'
import { startOwnPostgres } from '#testing/scale/own-postgres.ts'
import { itCountsNoRefusals, itLimits } from '#testing/scale/rate-limiter-rules.ts'
import { setUp } from '#testing/set-up.ts'
import { type RateLimiter, rateLimiter } from './rate-limit.ts'

const database = setUp(createTestDatabase)
let limiter: RateLimiter
beforeAll(async () => {
  limiter = rateLimiter(database.db)
})

describe('a rate limiter in the database', () => {
  itLimits(() => limiter)
  itCountsNoRefusals(() => limiter)
})

it('rate limits survive a crash of the database', async () => {
  const postgres = await startOwnPostgres()
  const db = connect(postgres.url, { connections: 1 })
  const take = () => rateLimiter(db).take('login:ama', { attempts: 1, seconds: 600 })
  await take()
  await postgres.restart('crash')
  // The pool still has the connection that the crash broke.
  await db
    .selectFrom('rate_limits')
    .select('key')
    .execute()
    .catch(() => undefined)
  await expect(take()).rejects.toMatchObject({ code: 'too-many-requests' })
  await db.destroy()
  await postgres.close()
})
