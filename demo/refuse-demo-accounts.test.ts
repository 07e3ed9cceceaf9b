import { expect, it } from 'vitest'
import { insertAccounts } from '#testing/accounts/accounts.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'
import { refuseDemoAccounts } from './refuse-demo-accounts.ts'

const database = setUp(createTestDatabase)

it('lets a market without demo accounts open', async () => {
  await expect(refuseDemoAccounts(database.db)).resolves.toBeUndefined()
})

it('names the setting and the mend where there are some', async () => {
  await insertPeople(database.db)
  await insertAccounts(database.db)
  await expect(refuseDemoAccounts(database.db)).rejects.toThrow(/^PUBLIC_URL: .*another DATA_DIR/)
})
