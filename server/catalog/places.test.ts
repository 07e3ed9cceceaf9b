import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { REGIONS } from '#contract/catalog/regions.ts'
import { foldCharacters } from '#contract/fold.ts'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'

const database = setUp(createTestDatabase)
let sellerId: string

beforeAll(async () => {
  const seller = await database.db
    .insertInto('profiles')
    .values({ full_name: 'Ama Mensah' })
    .returning('id')
    .executeTakeFirstOrThrow()
  sellerId = seller.id
})

async function list(region: string, location: string): Promise<string> {
  const product = await database.db
    .insertInto('products')
    .values({ title: 'Wooden stool', price: '50', region, location, seller_id: sellerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return product.id
}

async function areaOf(productId: string): Promise<string> {
  const area = await database.db
    .selectFrom('products')
    .innerJoin('places', 'places.id', 'products.place_id')
    .select(['places.name', 'places.region'])
    .where('products.id', '=', productId)
    .executeTakeFirstOrThrow()
  return `${area.name}, ${area.region}`
}

async function fold(text: string): Promise<string> {
  const { rows } = await sql<{ folded: string }>`select fold(${text}) as folded`.execute(database.db)
  return rows[0]?.folded ?? ''
}

describe('the place of a product', () => {
  it.each([
    ['Greater Accra', 'Osu', 'Osu, Greater Accra'],
    ['Greater Accra', '  ÓSU , Accra', 'Osu, Greater Accra'],
    ['Greater Accra', 'Accra Mall', 'Accra, Greater Accra'],
    ['Greater Accra', 'A village', 'Greater Accra, Greater Accra'],
    ['Greater Accra', '', 'Greater Accra, Greater Accra'],
    ['Ashanti', 'Osu', 'Ashanti, Ashanti'],
    ['Brong Ahafo', 'Sunyani', 'Sunyani, Bono'],
    ['Brong Ahafo', 'a village', 'Brong Ahafo, Brong Ahafo'],
  ])('is found for %s, "%s": %s', async (region, location, expected) => {
    expect(await areaOf(await list(region, location))).toBe(expected)
  })

  it('changes when the product moves', async () => {
    const id = await list('Greater Accra', 'Tema')
    const move = { region: 'Northern', location: 'Yendi' }
    await database.db.updateTable('products').set(move).where('id', '=', id).execute()
    expect(await areaOf(id)).toBe('Yendi, Northern')
  })

  it('stays when something else changes', async () => {
    const id = await list('Volta', 'Ho')
    await database.db.updateTable('products').set({ title: 'Stool' }).where('id', '=', id).execute()
    expect(await areaOf(id)).toBe('Ho, Volta')
  })

  it('is taken from a bulk load', async () => {
    const tema = database.db.selectFrom('places').select('id').where('name', '=', 'Tema')
    const product = await database.db
      .insertInto('products')
      .values({
        title: 'Cable',
        price: '5',
        region: 'Volta',
        location: 'Ho',
        seller_id: sellerId,
        place_id: tema,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await areaOf(product.id)).toBe('Tema, Greater Accra')
  })
})

describe('the places table', () => {
  it('has a centre for every region and towns in every current region', async () => {
    const places = await database.db.selectFrom('places').select(['region', 'kind']).execute()
    const regionsWith = (kind: string) =>
      new Set(places.filter((area) => area.kind === kind).map((area) => area.region))
    expect([...regionsWith('region')].toSorted()).toEqual([...REGIONS].toSorted())
    expect(REGIONS.filter((region) => !regionsWith('town').has(region))).toEqual(['Brong Ahafo'])
  })

  it('has only places within Ghana', async () => {
    const outside = await database.db
      .selectFrom('places')
      .select('name')
      .where((is) =>
        is.or([
          is('latitude', '<', 4.7),
          is('latitude', '>', 11.2),
          is('longitude', '<', -3.3),
          is('longitude', '>', 1.2),
        ]),
      )
      .execute()
    expect(outside).toEqual([])
  })
})

it('fold() removes case, accents and the special characters of Ghana’s languages', async () => {
  expect(await fold('  Ɔkɔmfo Ɛde ')).toBe('okomfo ede')
  expect(await fold('Café Ŋutɔ')).toBe('cafe nuto')
  for (const sign of 'ɔɛŋɣɖƒʋøłđħıßðþæœÉŻ') expect(await fold(sign), sign).toBe(foldCharacters(sign))
})
