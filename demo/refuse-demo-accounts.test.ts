import { expect, it } from 'vitest'
import { insertAccounts } from '#testing/accounts/accounts.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'
import { personId } from './demo-id.ts'
import { DEMO_PEOPLE } from './people.ts'
import { refuseDemoAccounts } from './refuse-demo-accounts.ts'

const database = setUp(createTestDatabase)

it('a market without demo accounts may open', async () => {
  await expect(refuseDemoAccounts(database.db)).resolves.toBeUndefined()
})

it('a market with demo accounts is refused with the setting and the remedy', async () => {
  await insertPeople(database.db)
  await insertAccounts(database.db)
  await expect(refuseDemoAccounts(database.db)).rejects.toThrow(/^PUBLIC_URL: .*another DATA_DIR/)
})

it('a demo account that changed its address is refused as well', async () => {
  const { db } = database
  await db.deleteFrom('profiles').execute()
  const id = personId(DEMO_PEOPLE.at(-1) ?? { key: '', memberForDays: 0 })
  await db.insertInto('profiles').values({ id }).execute()
  await db.insertInto('accounts').values({ id, email: 'somebody@example.org' }).execute()
  await expect(refuseDemoAccounts(db)).rejects.toThrow(/^PUBLIC_URL/)
})
