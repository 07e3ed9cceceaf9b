import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { REGIONS } from '#contract/catalog/regions.ts'
import { SearchQuery } from '#contract/search/search.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { createLookups } from './lookups.ts'
import { createSearchCaches } from './search-caches.ts'
import { searchProducts } from './service.ts'

interface Area {
  id: number
  name: string
  kind: 'region' | 'town'
  region: (typeof REGIONS)[number]
  within_id: number
}

const database = setUp(createTestDatabase)
let areas: Area[]
let search: (location: string) => Promise<string[]>

const isTown = ({ kind }: Area) => kind === 'town'
const byId = (id: number) => areas.find((area) => area.id === id) as Area

/** Ways to write a town as a seller, used in turn. */
const WRITINGS: ((town: string, around: string) => string)[] = [
  (town) => town,
  (town, around) => `${town}, ${around}`,
  (town, around) => `${around} - ${town}`,
  (town) => `near the market,${town.toUpperCase()}`,
  (town, around) => `${town} ${around}, Ghana`,
]

/** Ways to type a location; each town is typed in a third of them. */
const TYPED: ((town: string, around: string) => string)[] = [
  (town) => town,
  (town) => town.toLowerCase(),
  (town) => `  ${town.toUpperCase()} `,
  (town, around) => `${town}, ${around}`,
  (town, around) => `${around}, ${town}`,
  (town, around) => `${town} - ${around}`,
  (town, around) => `${around} ${town}`.toLowerCase(),
  (town) => `${town}, Ghana`,
  (town) => `${town} Central`,
  (town) => town.replaceAll(' ', '-'),
  (town) => town.replaceAll(' ', ''),
]

/** Typing errors: a character doubled, left out, or swapped with the next. */
const SLIPS: ((name: string) => string)[] = [
  (name) => name.slice(0, 2) + name.slice(1),
  (name) => name.slice(0, -2) + name.slice(-1),
  (name) => name.slice(0, 2) + name.slice(3),
  (name) => name.slice(0, 2) + name.charAt(3) + name.charAt(2) + name.slice(4),
  (name) => name.slice(0, -1) + name.slice(-1).repeat(2),
]

beforeAll(async () => {
  await insertPeople(database.db)
  const { rows } = await sql<Area>`select id, name, kind, region, within_id from places order by id`.execute(
    database.db,
  )
  areas = rows
  const { db } = database
  const ctx = { reads: db, longReads: db, now: Date.now, searchCaches: createSearchCaches(db, Date.now) }
  search = async (location) => {
    const titles: string[] = []
    let cursor: string | null = null
    do {
      const query = SearchQuery.parse({ location, limit: '48', ...(cursor === null ? {} : { cursor }) })
      const page = await searchProducts(ctx, query)
      titles.push(...page.items.map((item) => item.title))
      cursor = page.nextCursor
    } while (cursor !== null)
    return titles.toSorted()
  }
  for (const [index, town] of areas.filter(isTown).entries()) {
    const write = WRITINGS[index % WRITINGS.length] as (typeof WRITINGS)[number]
    const location = write(town.name, byId(town.within_id).name)
    await insertProduct(database.db, { title: titleOf(town), region: town.region, location })
  }
})

const titleOf = ({ name, region }: Area) => `Stool of ${name} in ${region}`

/** A place with all places within it. */
const within = (area: Area): Area[] => [
  area,
  ...areas.filter(({ within_id }) => within_id === area.id).flatMap(within),
]
const listedIn = (area: Area) => within(area).filter(isTown).map(titleOf).toSorted()

describe('a place in the table', () => {
  it('has a parent, and Accra has more than thirty towns', () => {
    expect(areas.filter(isTown).length).toBeGreaterThan(150)
    expect(areas.filter((area) => isTown(area) && !area.within_id)).toEqual([])
    const accra = areas.find(({ name }) => name === 'Accra') as Area
    expect(listedIn(accra).length).toBeGreaterThan(30)
  })

  it('finds the listings within it in any way of typing', async () => {
    for (const [index, town] of areas.filter(isTown).entries()) {
      const types = TYPED.filter((_, way) => (way + index) % 3 === 0)
      const typed = types.map((type) => type(town.name, byId(town.within_id).name))
      const found = await Promise.all(typed.map(search))
      expect(found, typed.join(' | ')).toEqual(typed.map(() => listedIn(town)))
    }
  }, 120_000)

  it('finds its listings despite a typing error', async () => {
    for (const [index, town] of areas.filter((area) => isTown(area) && area.name.length > 4).entries()) {
      const typed = SLIPS.filter((_, way) => (way + index) % 2 === 0).map((slip) => slip(town.name))
      for (const found of await Promise.all(typed.map(search))) {
        expect(found, typed.join(' | ')).toEqual(expect.arrayContaining(listedIn(town)))
      }
    }
  }, 120_000)
})

describe('a region', () => {
  it.each(REGIONS)('%s finds the listings in its towns', async (name) => {
    const region = areas.find((area) => area.kind === 'region' && area.name === name) as Area
    const typed = [name, name.toLowerCase(), `${name} Region`, `${name}, Ghana`, name.replaceAll(' ', '-')]
    for (const one of typed) expect(await search(one), one).toEqual(listedIn(region))
  })
})

describe('a typed location', () => {
  const LISTED = {
    'Fan in Kasoa by Accra': { region: 'Central', location: 'Kasoa, Accra' },
    'Fan in misspelt Kumasi': { region: 'Ashanti', location: 'Kumassi' },
    'Fan in Bubuashie': { region: 'Greater Accra', location: 'Top floor, Bubuashie' },
    'Fan in West Legon': { region: 'Greater Accra', location: 'West Legon' },
  } as const
  beforeAll(async () => {
    for (const [title, where] of Object.entries(LISTED)) await insertProduct(database.db, { title, ...where })
  })

  it.each([
    ['Accra', 'Fan in Kasoa by Accra'],
    ['kasoa', 'Fan in Kasoa by Accra'],
    ['Kumasi', 'Fan in misspelt Kumasi'],
    ['Kumassi', 'Stool of Adum in Ashanti'],
    ['KUMA', 'Stool of Adum in Ashanti'],
    ['Acra', 'Stool of Osu in Greater Accra'],
    ['Tamle', 'Stool of Sagnarigu in Northern'],
    ['Ashnti', 'Stool of Obuasi in Ashanti'],
    ['Accra Central', 'Stool of Osu in Greater Accra'],
    ['Bolga', 'Stool of Bolgatanga in Upper East'],
    ['bubuash', 'Fan in Bubuashie'],
    ['top floor bubuashie', 'Fan in Bubuashie'],
    ['Legon', 'Fan in West Legon'],
    ['Osu or Labone', 'Stool of Labone in Greater Accra'],
    ['Ghana', 'Stool of Nandom in Upper West'],
  ])('%s finds %s', async (location, title) => {
    expect(await search(location)).toContain(title)
  })

  it.each([
    ['Ho', 'Stool of Hohoe in Volta'],
    ['East Legon', 'Fan in West Legon'],
    ['West Legon', 'Stool of East Legon in Greater Accra'],
    ['Legon', 'Stool of East Legon in Greater Accra'],
    ['Kasoa, Accra', 'Stool of Osu in Greater Accra'],
    ['Osu, Accra', 'Stool of Labone in Greater Accra'],
    ['Kumawu', 'Stool of Kumasi in Ashanti'],
  ])('%s does not find %s', async (location, title) => {
    expect(await search(location)).not.toContain(title)
  })

  it.each(['🙂', '!!!', '你好', "' | '/1", ':*'])('%j names no place and finds nothing', async (location) => {
    expect(await search(location)).toEqual([])
  })
})

it('a search by location uses an index in a large market', async () => {
  const { db } = database
  await sql`
    insert into products (title, price, region, location, place_id, place_ids, seller_id)
    select 'Stool', 50, region, name, id, array(select containing_places(id)), ${PEOPLE.ama.id}
    from places, generate_series(1, 20)`.execute(db)
  await sql`analyze products`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from products p
    where p.status in ('available', 'reserved') and p.location_terms @@ '''/20'''::tsquery`.execute(db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('products_search')
  expect(plan).toContain('Index Cond: (location_terms @@')
})

describe('an arbitrary location text', () => {
  /**
   * Number of place names that a text is compared with character by character, which is the costly step. Only the
   * administrator may count.
   */
  async function countComparisons(text: string): Promise<number> {
    const url = new URL(inject('adminUrl'))
    url.pathname = new URL(database.url).pathname
    const client = new pg.Client(url.href)
    await client.connect()
    try {
      await client.query(`begin; set local track_functions = 'all'`)
      await client.query(`select location_meaning($1), locate_product('Ashanti', $1)`, [text])
      const { rows } = await client.query<{ calls: string }>(
        `select calls from pg_stat_xact_user_functions where funcname = 'levenshtein_less_equal'`,
      )
      return Number(rows[0]?.calls)
    } finally {
      await client.end()
    }
  }

  it.each([
    ['unknown words', 'xqav zbet kjor wump tenw rovs quil dasf zxcv bnmq wert yuip asdf ghjk lzxc vbnm qwer'],
    [
      'many short words',
      'ab cd ef gh ij kl mn op qr st uv wx yz ba dc fe hg ji lk nm po rq ts vu xw zy ac bd ce',
    ],
    ['characters that expand to several words', '⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇'.repeat(9)],
    ['many places', 'osu nima dome tafo wa ho oda keta tema labone adum suame kotei bomso lapaz weija legon'],
    [
      'many misspelt places',
      'kumas akra tamle kofoidua sunyni tekoradi bolgatnga techman obuas nsawm winnba kasoo',
    ],
  ])('is compared with a bounded number of names: %s', async (_, text) => {
    const comparisons = await countComparisons(text)
    expect(comparisons).toBeGreaterThan(1000)
    expect(comparisons).toBeLessThan(15_000)
  })

  it('leaves database connections to others when many are requested at once', async () => {
    const { db } = database
    const { locationMatch } = createLookups(db, Date.now)
    const readings = await db.transaction().execute(async (trx) => {
      await sql`lock table places`.execute(trx)
      const begun = Array.from({ length: 12 }, (_, n) => locationMatch(`Stall ${n}`))
      await sql`select 1`.execute(db)
      return begun
    })
    expect(await Promise.all(readings)).toHaveLength(12)
  })
})
