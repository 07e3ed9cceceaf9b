import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SavedSearch } from '#contract/search/saved-searches.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto } from '#testing/market/products.ts'
import { codeOf } from '#testing/replies.ts'
import { beginDraft, call, listingForm } from '#testing/market/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'
import { largePlansOf } from '#testing/plans.ts'
import { selectOutdated } from './queries.ts'

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
const esi = setUpClient(test, 'esi')

beforeEach(async () => {
  for (const table of ['rate_limits', 'saved_searches', 'notifications', 'blocks'] as const)
    await test.db.deleteFrom(table).execute()
})

const save = (who: TestClient, query: string, alert = 'instant') =>
  who.send('POST', '/api/saved-searches', { query, alert })

async function saved(who: TestClient, query: string, alert?: string): Promise<SavedSearch> {
  const response = await save(who, query, alert)
  expect(response.status).toBe(201)
  return (await response.json()) as SavedSearch
}

const PHONE = listingForm({
  title: 'Samsung Galaxy A54, 128 GB',
  attributes: { brand: 'Samsung', storage: '128 GB', batteryHealth: '90' },
  price: '1800',
  category: 'mobile',
  region: 'Greater Accra',
  location: 'Osu',
})

async function publish(form = PHONE): Promise<string> {
  // Removes the limit because the tests list more than one person may in a day.
  await test.db.deleteFrom('rate_limits').execute()
  const draft = await beginDraft(ama, form)
  await insertPhoto(test.db, draft.id)
  await call(ama, 'POST', `/api/selling/products/${draft.id}/publish`, { version: draft.version, form })
  await test.jobs.settled()
  return draft.id
}

async function notificationsOf(person: keyof typeof PEOPLE) {
  const rows = await test.db
    .selectFrom('notifications')
    .select(['content', 'action_url'])
    .where('user_id', '=', PEOPLE[person].id)
    .execute()
  return rows.map(({ content, action_url }) => `${content} -> ${action_url}`)
}

async function run(job: string, payload = {}) {
  await test.db.transaction().execute((tx) => test.jobs.enqueue(tx, { name: job, options: {} }, payload))
  await test.jobs.settled()
}

describe('saving a search', () => {
  it('stores it once in a normalized form, for its owner only', async () => {
    const first = await saved(kofi, '?max=2000&category=mobile&sort=price_low&utm_source=x')
    expect(first).toMatchObject({ query: '?category=mobile&max=2000', alert: 'instant' })
    const again = await Promise.all(Array.from({ length: 8 }, () => saved(kofi, '?category=mobile&max=2000')))
    expect(new Set(again.map(({ id }) => id))).toEqual(new Set([first.id]))
    expect((await esi.send('PUT', `/api/saved-searches/${first.id}`, { alert: 'none' })).status).toBe(404)
    expect((await esi.send('DELETE', `/api/saved-searches/${first.id}`)).status).toBe(404)
    expect((await kofi.send('DELETE', `/api/saved-searches/${first.id}`)).status).toBe(200)
  })

  it('accepts the longest words and location of a search', async () => {
    const long = '世'.repeat(100)
    const { query } = await saved(kofi, `?search=${long}&location=${long}&region=Greater+Accra`)
    expect(new URLSearchParams(query).get('location')).toBe(long)
  })

  it('refuses one that would be too long', async () => {
    const long = Array.from('abcdefghijkl', (name) => `${name}.${'世'.repeat(40)}`).join('*')
    expect(await codeOf(await save(kofi, `?category=mobile&attributes=${long}`))).toBe('invalid-input')
  })

  it.each([
    '?',
    '?attributes=brand.Samsung',
    '?sort=newest',
    '?foo=bar',
    '?search=%F0%9F%99%82',
    '?location=Ghana',
    '?near=Osu',
  ])('refuses %s because it filters nothing', async (query) => {
    expect(await codeOf(await save(kofi, query))).toBe('saved-search-empty')
  })

  it.each(['?category=no!', '?max=abc', `?search=${'x'.repeat(101)}`])('refuses %s', async (query) => {
    expect(await codeOf(await save(kofi, query))).toBe('invalid-input')
  })

  it('is limited to fifty, even in parallel', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 55 }, async (_, index) => (await save(kofi, `?max=${index + 1}`)).status),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(50)
    expect(statuses.filter((status) => status === 409)).toHaveLength(5)
  })
})

/** Moves matches and notifications into the past. */
async function passHours(hours: number) {
  const by = sql`make_interval(mins => ${hours * 60})`
  await sql`update saved_search_matches set told_at = told_at - ${by}, matched_at = matched_at - ${by}`.execute(
    test.db,
  )
  await sql`update notifications set created_at = created_at - ${by}`.execute(test.db)
}

const setAlert = (who: TestClient, { id }: SavedSearch, alert: string) =>
  who.send('PUT', `/api/saved-searches/${id}`, { alert })

describe('a new product', () => {
  it.each([
    '?search=samsung+galaxy',
    '?search=Galaxies',
    '?category=mobile',
    '?region=Greater+Accra',
    '?location=Osu',
    '?location=Accra',
    '?location=greater+acra',
    '?near=Labone&within=5',
    '?min=1000&max=2000',
    '?category=mobile&attributes=brand.samsung',
    '?category=mobile&attributes=brand.Samsung*storage.128+GB&search=galaxy',
    '?category=mobile&attributes=batteryHealth.80..95',
    '?category=mobile&attributes=batteryHealth...91*storage.128+GB',
    '?search=galaxy&category=mobile&location=osu&max=1800&price_type=negotiable',
  ])('is reported to a person who saved %s', async (query) => {
    await saved(kofi, query)
    const id = await publish()
    expect(await notificationsOf('kofi')).toEqual([
      `New for your saved search: "Samsung Galaxy A54, 128 GB" -> /products/${id}`,
    ])
  })

  it.each([
    '?search=iphone',
    '?search=samsung+iphone',
    '?category=car',
    '?region=Volta',
    '?location=Kumasi',
    '?location=Labone,+Accra',
    '?near=Kumasi&within=100',
    '?near=Osu&within=25&max=1799',
    '?max=1799',
    '?min=1801',
    '?price_type=fixed',
    '?search=galaxy&category=car',
    '?category=mobile&attributes=brand.Apple',
    '?category=mobile&attributes=brand.Samsung*storage.64+GB',
    '?category=mobile&attributes=batteryHealth.91..99',
    '?category=mobile&attributes=batteryHealth...89',
  ])('does not match %s', async (query) => {
    await saved(kofi, query)
    await publish()
    expect(await notificationsOf('kofi')).toEqual([])
  })

  it('is reported once per person, never to its seller, and not again by a repeated job', async () => {
    for (const query of ['?search=samsung', '?category=mobile']) await saved(kofi, query)
    await saved(ama, '?category=mobile')
    await saved(esi, '?category=mobile', 'none')
    const id = await publish()
    expect(await notificationsOf('kofi')).toHaveLength(1)
    expect(await notificationsOf('ama')).toEqual([])
    expect(await notificationsOf('esi')).toEqual([])
    await run('match-saved-searches', { productId: id })
    expect(await notificationsOf('kofi')).toHaveLength(1)
  })

  it('waits for the morning if the alert is daily', async () => {
    const search = await saved(kofi, '?category=mobile', 'daily')
    await publish()
    const sold = await publish()
    await publish()
    expect(await notificationsOf('kofi')).toEqual([])
    await test.db.updateTable('products').set({ status: 'sold' }).where('id', '=', sold).execute()
    await run('daily-saved-searches')
    await run('daily-saved-searches')
    expect(await notificationsOf('kofi')).toEqual([
      '2 new items for your saved search -> /products?category=mobile',
    ])
    expect((await setAlert(kofi, search, 'instant')).status).toBe(200)
  })

  it('is not reported in the morning if the seller or the searcher has blocked the other since', async () => {
    await saved(kofi, '?category=mobile', 'daily')
    await saved(esi, '?category=mobile', 'daily')
    await publish()
    await call(kofi, 'PUT', `/api/blocks/${PEOPLE.ama.id}`)
    await call(ama, 'PUT', `/api/blocks/${PEOPLE.esi.id}`)
    await run('daily-saved-searches')
    expect([await notificationsOf('kofi'), await notificationsOf('esi')]).toEqual([[], []])
  })

  it('is reported even if the last report was less than a day ago', async () => {
    await saved(kofi, '?category=mobile', 'daily')
    await publish()
    await run('daily-saved-searches')
    await passHours(23 + 59 / 60)
    await publish()
    await run('daily-saved-searches')
    const one = '1 new item for your saved search -> /products?category=mobile'
    expect(await notificationsOf('kofi')).toEqual([one, one])
  })

  it('is reported at once up to ten times a day, besides the morning report', async () => {
    const search = await saved(kofi, '?category=mobile', 'daily')
    for (let count = 0; count < 10; count++) await publish()
    await run('daily-saved-searches')
    await setAlert(kofi, search, 'instant')
    await test.db.deleteFrom('notifications').execute()
    for (let count = 0; count < 11; count++) await publish()
    expect(await notificationsOf('kofi')).toHaveLength(10)
    await run('daily-saved-searches')
    expect(await notificationsOf('kofi')).toContain(
      '1 new item for your saved search -> /products?category=mobile',
    )
    await passHours(25)
    await publish()
    expect(await notificationsOf('kofi')).toHaveLength(12)
  })

  it('is reported once to a person with several matching searches', async () => {
    await saved(kofi, '?category=mobile', 'daily')
    await saved(kofi, '?search=samsung')
    await saved(kofi, '?region=Greater+Accra', 'daily')
    await saved(esi, '?category=mobile', 'daily')
    await saved(esi, '?search=samsung', 'daily')
    const id = await publish()
    await run('daily-saved-searches')
    expect(await notificationsOf('kofi')).toEqual([
      `New for your saved search: "Samsung Galaxy A54, 128 GB" -> /products/${id}`,
    ])
    expect(await notificationsOf('esi')).toEqual([
      '1 new item for your saved search -> /products?category=mobile',
    ])
  })
})

describe('the new products of saved searches', () => {
  const newFor = async (who: TestClient) => {
    const response = await who.send('GET', '/api/saved-search-matches')
    const { products } = (await response.json()) as { products: { id: string }[] }
    return products.map(({ id }) => id)
  }

  it('are listed once each, newest first, while they are on sale', async () => {
    for (const query of ['?category=mobile', '?search=samsung']) await saved(kofi, query, 'daily')
    const [first, sold, last] = [await publish(), await publish(), await publish()]
    await test.db.updateTable('products').set({ status: 'sold' }).where('id', '=', sold).execute()
    expect(await newFor(kofi)).toEqual([last, first])
    expect(await newFor(esi)).toEqual([])
  })

  it('are at most a week old and at most twelve per search', async () => {
    await saved(kofi, '?category=mobile')
    const old = await publish()
    await passHours(8 * 24)
    for (let count = 0; count < 13; count++) await publish()
    const found = await newFor(kofi)
    expect(found).toHaveLength(12)
    expect(found).not.toContain(old)
  })

  it('are read by an index', async () => {
    const { id } = await saved(kofi, '?category=mobile')
    await sql`
      insert into saved_searches (profile_id, query, keys)
      select ${PEOPLE.esi.id}, '?max=' || n, array['*'] from generate_series(1, 40) n`.execute(test.db)
    await sql`
      with added as (
        insert into products (title, price, category_id, region, seller_id)
        select 'Drum', 5, 'other', 'Volta', ${PEOPLE.ama.id} from generate_series(1, 300) returning id
      ) insert into saved_search_matches (saved_search_id, product_id)
        select s.id, added.id from added, saved_searches s`.execute(test.db)
    await sql`analyze saved_search_matches`.execute(test.db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select product_id from saved_search_matches
      where saved_search_id = ${id} and matched_at > now() - interval '7 days'
      order by matched_at desc limit 12`.execute(test.db)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('matches_of_search')
    await test.db.deleteFrom('products').where('title', '=', 'Drum').execute()
  })
})

it('the searches that match a product are found by an index', async () => {
  await sql`
    insert into saved_searches (profile_id, query, words, category_id, keys)
    select ${PEOPLE.esi.id}, '?n=' || n, plainto_tsquery('simple', 'word' || n), null, array['w/word' || n]
    from generate_series(1, 20000) n`.execute(test.db)
  await saved(kofi, '?search=samsung')
  await sql`analyze saved_searches`.execute(test.db)
  const id = await publish()
  expect(await notificationsOf('kofi')).toHaveLength(1)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select s.id from products p
    join saved_searches s on s.keys && keys_of_product(p.search, p.category_id, p.region)
    where p.id = ${id} and s.alert <> 'none'`.execute(test.db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('saved_searches_by_key')
})

it('the index saved_searches_outdated finds searches of an earlier version', async () => {
  const plans = await largePlansOf(test.database, (db) => selectOutdated(db, 100))
  expect(plans).toContain('saved_searches_outdated')
})
