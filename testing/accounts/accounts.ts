import { createPersonHashes } from '#server/person-hashes/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { cheapHash } from './cheap-passwords.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '#testing/app.ts'
import { PEOPLE } from './people.ts'

/** Password of every person in tests. */
export const PASSWORD = 'Go-back-and-get-it-1'

/** Gives Ama, Kofi and Esi confirmed accounts. */
export async function insertAccounts(db: Database): Promise<void> {
  const password_hash = await cheapHash(PASSWORD)
  const email_verified_at = new Date().toISOString()
  const rows = Object.values(PEOPLE).map(({ id, email }) => ({
    id,
    email,
    password_hash,
    email_verified_at,
  }))
  await db.insertInto('accounts').values(rows).execute()
}

/** Each person has their own network address. */
export const PERSON_ADDRESSES = { ama: '198.51.100.7', kofi: '198.51.100.8', esi: '198.51.100.9' }

export async function logIn(client: TestClient, person: keyof typeof PEOPLE): Promise<void> {
  const response = await client.send('POST', '/api/auth/login', {
    email: PEOPLE[person].email,
    password: PASSWORD,
  })
  const { session } = (await response.json()) as { session: { access_token: string } }
  client.token = session.access_token
}

/** Signs a person in, in their own browser. */
export async function signIn(test: TestApp, person: keyof typeof PEOPLE): Promise<TestClient> {
  const client = createAnonymousClient(test.app, PERSON_ADDRESSES[person])
  await logIn(client, person)
  return client
}

/** The app with accounts of Ama, Kofi and Esi. */
export async function createMarket(options?: TestAppOptions): Promise<TestApp> {
  const test = await createTestApp(options)
  await insertAccounts(test.db)
  return test
}

/** Key under which a limit counts this person. */
export const limitKey = (test: TestApp, name: string, person: keyof typeof PEOPLE): string =>
  `${name}:${createPersonHashes(test.secrets).keyOf(PEOPLE[person].email)}`

/** Secret of the link in the newest mail to an address. */
export async function linkSecret(test: TestApp, to: string): Promise<string> {
  await test.jobs.settled()
  const mail = await test.db
    .selectFrom('outbox_messages')
    .select('text')
    .where('recipient', '=', to)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const secret = /#\w+=([\w-]{43})/.exec(mail.text)?.[1]
  if (!secret) throw new Error(`The mail to ${to} has no link`)
  return secret
}
