import { BootError } from '#server/platform/process/boot-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { personId } from './demo-id.ts'
import { DEMO_PEOPLE } from './people.ts'

/** Their password is in the source code, so a public market must not have them. */
export async function refuseDemoAccounts(db: Database): Promise<void> {
  const emails = DEMO_PEOPLE.map(({ email }) => email)
  const ids = DEMO_PEOPLE.map(personId)
  const found = await db
    .selectFrom('accounts')
    .select('id')
    // An account that changed its address still has the known password or second factor.
    .where((eb) => eb.or([eb('email', 'in', emails), eb('id', 'in', ids)]))
    .executeTakeFirst()
  if (!found) return
  throw new BootError(
    'PUBLIC_URL: this market holds demo accounts, whose password everybody knows. Start the public site with another DATA_DIR (or DATABASE_URL), or set PUBLIC_URL back to this machine.',
  )
}
