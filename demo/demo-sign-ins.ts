import type { Database } from '#server/platform/db/connect.ts'
import { DEMO_RECOVERY_CODES, DEMO_TOTP_SECRET } from '#demo/moderation/staff.ts'
import { personId } from './demo-id.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts'

/** Number of demo accounts printed at startup, besides those of the staff. */
const SIGN_INS_SHOWN = 3

/** The lines at startup that say how to sign in as somebody of the demo market. */
export async function demoSignIns(db: Database): Promise<string[]> {
  const people = DEMO_PEOPLE.slice(0, SIGN_INS_SHOWN).map(({ email }) => email)
  const lines = [`Demo sign-ins: ${people.join(', ')}, each with the password ${DEMO_PASSWORD}`]
  const staff = await findStaff(db)
  if (staff.length === 0) return lines
  const [first, second] = DEMO_RECOVERY_CODES
  return [
    ...lines,
    `Demo staff: ${staff.join(', ')}, with the same password. Then choose 'Use a recovery code instead' and enter ${first}, the next time ${second}, and so on to ${DEMO_RECOVERY_CODES.at(-1)}.`,
    `Or add this key to an authenticator app, whose codes never run out: ${DEMO_TOTP_SECRET}`,
  ]
}

/** A market that an earlier version filled has no staff. */
async function findStaff(db: Database): Promise<string[]> {
  const known = DEMO_PEOPLE.filter(({ role }) => role)
  const rows = await db
    .selectFrom('staff')
    .select('account_id')
    .where('account_id', 'in', known.map(personId))
    .execute()
  const ids = new Set(rows.map((row) => row.account_id))
  return known.filter((person) => ids.has(personId(person))).map(({ email, role }) => `${email} (${role})`)
}
