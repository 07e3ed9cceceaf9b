import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { selectListings } from './person-queries.ts'

const database = setUp(createTestDatabase)
beforeAll(async () => {
  await insertPeople(database.db)
})

const find = async (q: string, id: string | null = null) =>
  (await selectListings(database.db, { q, id, limit: 3 })).map((row) => row.id)

it('the search returns the newest listings in every status except draft', async () => {
  const word = `w${randomUUID().slice(0, 8)}`
  const list = (status: 'available' | 'sold' | 'held' | 'draft') =>
    insertProduct(database.db, {
      title: `Box ${word}`,
      status,
      status_before_hold: status === 'held' ? 'available' : null,
    })
  await list('available')
  const onSale = await list('available')
  const sold = await list('sold')
  const held = await list('held')
  await database.db.insertInto('product_holds').values({ product_id: held, cause: 'removed' }).execute()
  await list('draft')
  expect(await find(word)).toEqual([held, sold, onSale])
})

it('the search finds listings by a rare word or by id', async () => {
  const word = `w${randomUUID().slice(0, 8)}`
  const id = await insertProduct(database.db, { title: `Lamp ${word}` })
  expect(await find(word)).toEqual([id])
  expect(await find(id, id)).toEqual([id])
})
