import { beforeEach, describe, expect, it } from 'vitest'
import type { Updateable } from 'kysely'
import type { Accounts } from '#server/platform/db/schema.ts'
import { insertAccounts, linkSecret, logIn, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { createAnonymousClient } from '#testing/anonymous-client.ts'
import { cheapHash } from '#testing/accounts/cheap-passwords.ts'
import { inTheMiddleOf } from '#testing/in-the-middle.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { problemOf } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createTestApp)
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('accounts').execute()
  await insertAccounts(test.db)
})

const OWNER = PEOPLE.kofi
const visit = () => createAnonymousClient(test.app)

/** The response to a request that checks the account before a change and continues after it. */
const whileAccountChanges = (change: Updateable<Accounts>, act: () => Promise<Response>) =>
  inTheMiddleOf(
    test.db,
    (tx) => tx.updateTable('accounts').set(change).where('id', '=', OWNER.id).execute(),
    act,
  )

it('a log-in opens no session if the password changes during it', async () => {
  const response = await whileAccountChanges({ password_hash: await cheapHash('Another-lamp-sings-2') }, () =>
    visit().send('POST', '/api/auth/login', { email: OWNER.email, password: PASSWORD }),
  )
  expect((await problemOf(response)).code).toBe('invalid-credentials')
  const sessions = test.db.selectFrom('sessions').select('id').where('account_id', '=', OWNER.id)
  expect(await sessions.execute()).toEqual([])
})

describe('two-factor turned on during a log-in', () => {
  const CHALLENGE = { session: null, challenge: expect.any(String) as string }
  const secondFactor = () => ({
    totp_enabled_at: new Date().toISOString(),
    totp_secret: Buffer.from('sealed'),
  })

  it('is required by a password log-in', async () => {
    const response = await whileAccountChanges(secondFactor(), () =>
      visit().send('POST', '/api/auth/login', { email: OWNER.email, password: PASSWORD }),
    )
    expect(await response.json()).toMatchObject(CHALLENGE)
  })

  it('is required by a mailed link', async () => {
    const owner = visit()
    await owner.send('POST', '/api/auth/sign-in-link', { email: OWNER.email })
    const token = await linkSecret(test, OWNER.email)
    const response = await whileAccountChanges(secondFactor(), () =>
      owner.send('POST', '/api/auth/sign-in-link/open', { token }),
    )
    expect(await response.json()).toMatchObject(CHALLENGE)
  })
})

it('a password change fails if its session ends during it', async () => {
  const thief = await signIn(test, 'kofi')
  const response = await inTheMiddleOf(
    test.db,
    async (tx) => {
      await tx.updateTable('accounts').set({ device_epoch: 7 }).where('id', '=', OWNER.id).execute()
      await tx.deleteFrom('sessions').where('account_id', '=', OWNER.id).execute()
    },
    () => thief.send('PUT', '/api/account/password', { password: 'Another-lamp-sings-2', current: PASSWORD }),
  )
  expect((await problemOf(response)).code).toBe('session-ended')
  await expect(logIn(visit(), 'kofi')).resolves.toBeUndefined()
})
