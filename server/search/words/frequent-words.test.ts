import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { isFrequentAmong, readFrequentWords } from './frequent-words.ts'

it('frequent words are recognized from the statistics', async () => {
  const database = await createTestDatabase()
  try {
    await insertPeople(database.db)
    for (let nth = 0; nth < 60; nth += 1)
      await insertProduct(database.db, { title: nth % 2 === 0 ? 'Drum' : `Lamp nr${nth}` })
    await sql`analyze products`.execute(database.db)
    const known = await readFrequentWords(database.db)
    expect(known.get('drum')).toBe(30)
    expect(known.get('nr1') ?? 0).toBeLessThan(10)

    const isFrequent = isFrequentAmong(known, 25)
    expect(isFrequent(['drum'])).toBe(true)
    expect(isFrequent(['light', 'lamp'])).toBe(true)
    expect(isFrequent(['nr1'])).toBe(false)
  } finally {
    await database.close()
  }
})
