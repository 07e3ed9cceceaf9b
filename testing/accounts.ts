import { hashPassword } from '#server/accounts/passwords.ts'
import type { Database } from '#server/db/connect.ts'
import { createVisitor, type Visitor } from './browser-like.ts'
import type { TestApp } from './app.ts'
import { PEOPLE } from './people.ts'

/** The password of everyone in tests. */
export const PASSWORD = 'Sankofa-2026'

let passwordHash: Promise<string> | undefined

/** Gives Ama, Kofi and Esi confirmed accounts. */
export async function insertAccounts(db: Database): Promise<void> {
  passwordHash ??= hashPassword(PASSWORD)
  const hash = await passwordHash
  const email_verified_at = new Date().toISOString()
  const rows = Object.values(PEOPLE).map(({ id, email }) => ({
    id,
    email,
    password_hash: hash,
    email_verified_at,
  }))
  await db.insertInto('accounts').values(rows).execute()
}

/** Someone signed in, at a browser of their own. */
export async function signIn(test: TestApp, person: keyof typeof PEOPLE): Promise<Visitor> {
  const visitor = createVisitor(test.app)
  const response = await visitor.send('POST', '/api/auth/login', {
    email: PEOPLE[person].email,
    password: PASSWORD,
  })
  const { session } = (await response.json()) as { session: { access_token: string } }
  visitor.token = session.access_token
  return visitor
}

/** The secret of the link in the newest mail to an address. */
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
