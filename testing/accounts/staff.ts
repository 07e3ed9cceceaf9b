import { sql } from 'kysely'
import type { Role } from '#server/platform/http/viewer.ts'
import { PASSWORD } from './accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import type { TestApp } from '#testing/app.ts'
import { cheapHash } from './cheap-passwords.ts'

/** Yaw and Abena are moderators or administrators. */
export const STAFF = {
  yaw: { id: '01930000-0000-7000-8000-00000000aa01', email: 'yaw@example.com', full_name: 'Yaw Darko' },
  abena: { id: '01930000-0000-7000-8000-00000000aa02', email: 'abena@example.com', full_name: 'Abena Owusu' },
} as const

export type StaffName = keyof typeof STAFF

async function insertStaff({ db }: TestApp, name: StaffName, role: Role): Promise<void> {
  const { id, email, full_name } = STAFF[name]
  const password_hash = await cheapHash(PASSWORD)
  await db
    .insertInto('profiles')
    .values({ id, full_name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('accounts')
    .values({ id, email, password_hash, email_verified_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('staff')
    .values({ account_id: id, role })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ role }))
    .execute()
}

/** Marks the second factor as entered in all sessions of the account. */
export const enterSecondStep = (test: Pick<TestApp, 'db'>, id: string) =>
  test.db
    .updateTable('sessions')
    .set({ second_step_at: sql`now()` })
    .where('account_id', '=', id)
    .execute()

/** Signs staff in with a second factor, as every staff call requires. */
export async function signInStaff(test: TestApp, role: Role, name: StaffName = 'yaw'): Promise<TestClient> {
  await insertStaff(test, name, role)
  const setTwoFactor = (totp_enabled_at: string | null) =>
    test.db
      .updateTable('accounts')
      .set({ totp_enabled_at, totp_secret: Buffer.from('sealed') })
      .where('id', '=', STAFF[name].id)
      .execute()
  const client = createAnonymousClient(test.app, '198.51.100.20')
  // The accounts domain tests the second step itself.
  await setTwoFactor(null)
  const response = await client.send('POST', '/api/auth/login', {
    email: STAFF[name].email,
    password: PASSWORD,
  })
  const { session } = (await response.json()) as { session: { access_token: string } }
  client.token = session.access_token
  await setTwoFactor(new Date().toISOString())
  await enterSecondStep(test, STAFF[name].id)
  return client
}
