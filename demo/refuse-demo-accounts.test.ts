import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertAccounts } from '#testing/accounts.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/people.ts'
import { refuseDemoAccounts } from './refuse-demo-accounts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('lets a market without demo accounts open', async () => {
  await expect(refuseDemoAccounts(database.db)).resolves.toBeUndefined()
})

it('names the setting and the mend where there are some', async () => {
  await insertPeople(database.db)
  await insertAccounts(database.db)
  await expect(refuseDemoAccounts(database.db)).rejects.toThrow(/^PUBLIC_URL: .*another DATA_DIR/)
})
