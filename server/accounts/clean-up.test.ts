import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { rateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'
import { register } from '#testing/accounts/registration.ts'
import { cleanUpAccounts } from './clean-up.ts'

const test = setUp(createMarket)

const past = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const emails = async () =>
  (await test.db.selectFrom('accounts').select('email').execute()).map(({ email }) => email ?? '')
it('deletes only expired accounts, sessions, tokens and counts', async () => {
  const { db } = test
  const limiter = rateLimiter(db)
  await signIn(test, 'ama')
  await signIn(test, 'kofi')
  await db
    .updateTable('sessions')
    .set({ expires_at: past(1) })
    .where('account_id', '=', PEOPLE.kofi.id)
    .execute()
  await register(createAnonymousClient(test.app), 'late@example.com')
  await register(createAnonymousClient(test.app), 'early@example.com')
  await createAnonymousClient(test.app).send('POST', '/api/auth/reset-password', { email: PEOPLE.esi.email })
  await createAnonymousClient(test.app).send('POST', '/api/auth/reset-password', { email: PEOPLE.ama.email })
  await test.jobs.settled()
  await db
    .updateTable('accounts')
    .set({ created_at: past(31) })
    .where('email', 'in', ['late@example.com', PEOPLE.esi.email])
    .execute()
  await db
    .updateTable('one_time_tokens')
    .set({ expires_at: past(1) })
    .where('account_id', '<>', PEOPLE.ama.id)
    .execute()
  await db.deleteFrom('rate_limits').execute()
  await limiter.take('ended', { attempts: 1, seconds: 0 })
  await limiter.take('going on', { attempts: 1, seconds: 60 })

  await cleanUpAccounts({ db, limiter })

  expect((await emails()).toSorted()).toEqual(
    [...Object.values(PEOPLE).map(({ email }) => email), 'early@example.com'].toSorted(),
  )
  const sessions = await db.selectFrom('sessions').select('account_id').execute()
  expect(sessions).toEqual([{ account_id: PEOPLE.ama.id }])
  const tokens = await sql<{ email: string; purpose: string }>`
    select email, purpose from one_time_tokens join accounts on accounts.id = account_id order by email`.execute(
    db,
  )
  // A registration's choices are kept so that its link can be sent again.
  expect(tokens.rows).toEqual([
    { email: PEOPLE.ama.email, purpose: 'reset-password' },
    { email: 'early@example.com', purpose: 'verify-email' },
  ])
  expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'going on' }])
  const profiles = await db
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', 'late@example.com')
    .execute()
  expect(profiles).toEqual([])
})
