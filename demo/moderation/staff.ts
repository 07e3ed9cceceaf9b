import { storeKnownFactors } from '#server/accounts/two-factor/second-factors.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { demoId, personId } from '#demo/demo-id.ts'
import type { DemoPerson } from '#demo/demo-types.ts'

/** The secret that an authenticator app takes for the accounts of the demo staff. */
export const DEMO_TOTP_SECRET = 'SANKOFADEMOMARKETDESKAKWAABA2345'

/** The recovery codes of the demo staff; each works once. */
export const DEMO_RECOVERY_CODES = ['2', '3', '4', '5', '6', '7', '8', '9'].map(
  (digit) => `desk${digit}-desk${digit}`,
)

const HALF_AN_HOUR = 0.5

interface StaffDeps {
  secrets: Context['secrets']
  people: DemoPerson[]
  /** Returns the time of an age in hours. */
  at: (ageHours: number) => string
}

/** Gives people with a role their role, which the audit records, and the second factor that it requires. */
export async function insertStaff(tx: Database, { secrets, people, at }: StaffDeps): Promise<void> {
  for (const person of people) {
    const { key, role, memberForDays } = person
    if (role === undefined) continue
    const id = personId(person)
    const age = memberForDays * 24 - HALF_AN_HOUR
    await tx
      .insertInto('staff')
      .values({ account_id: id, role, granted_at: at(age) })
      .execute()
    await tx
      .insertInto('audit_entries')
      .values({
        id: demoId(`role of ${key}`, age),
        action: 'changed-role',
        target_kind: 'person',
        target_id: id,
        detail: JSON.stringify({ before: null, role }),
        created_at: at(age),
      })
      // Audit entries remain when all people are deleted and the market is filled again.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await storeKnownFactors({ secrets }, tx, {
      accountId: id,
      secret: DEMO_TOTP_SECRET,
      recoveryCodes: DEMO_RECOVERY_CODES.map((code) => code.replace('-', '')),
    })
  }
}
