import { beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { selectCategories } from './queries.ts'
import { countCategoryDemand } from './service.ts'

const database = setUp(createTestDatabase)
beforeAll(async () => {
  await insertPeople(database.db)
})

const list = (title: string, category: string, status: 'available' | 'reserved' | 'sold' = 'available') =>
  insertProduct(database.db, { title, category_id: category, status })

it('categories are ordered by demand, then by name, with ‘other’ last', async () => {
  await list('Drum', 'other')
  await list('Lamp', 'other')
  await list('Kente', 'fashion')
  await list('Fridge', 'home-furniture-appliances', 'sold')
  const phone = await list('Phone', 'mobile')
  await list('Pouch', 'mobile', 'reserved')
  const car = await list('Car', 'car')
  await database.db
    .insertInto('product_views')
    .values([
      { product_id: car, count: 9 },
      { product_id: phone, count: 1 },
    ])
    .execute()
  await countCategoryDemand(database)
  const categories = await selectCategories(database.db)
  expect(categories.map(({ id, products }) => `${id} ${products}`)).toEqual([
    'car 1',
    'mobile 2',
    'fashion 1',
    'beauty-personal-care 0',
    'computer-accessories 0',
    'computers 0',
    'console-accessories 0',
    'home-furniture-appliances 0',
    'console 0',
    'home 0',
    'other 2',
  ])
})
