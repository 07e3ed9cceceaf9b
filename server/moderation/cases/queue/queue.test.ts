import { beforeEach, describe, expect, it } from 'vitest'
import type { QueueEntry } from '#contract/moderation/cases/queue.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createMarket)
let esi: TestClient
let yaw: TestClient

beforeEach(async () => {
  for (const table of ['rate_limits', 'access_traces', 'cases', 'signals', 'staff'] as const)
    await test.db.deleteFrom(table).execute()
  esi = await signIn(test, 'esi')
  yaw = await signInStaff(test, 'moderator')
  await test.db.deleteFrom('access_traces').execute()
})

interface Page {
  items: QueueEntry[]
  nextCursor: string | null
  open: number
}

async function list(query = '', by = yaw): Promise<Page> {
  const response = await by.send('GET', `/api/moderation/cases${query && `?${query}`}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Page
}
const titles = async (query: string) => (await list(query)).items.map(({ title }) => title)

const report = (target: Target, reason = 'fake') =>
  esi.send('POST', '/api/reports', { target, reason, words: '' })

async function reported(
  title: string,
  {
    by = PEOPLE.ama.id,
    reason = 'fake',
    description = '',
  }: { by?: string; reason?: string; description?: string } = {},
) {
  const id = await insertProduct(test.db, { title, seller_id: by, ...(description && { description }) })
  await report({ kind: 'product', id }, reason)
  return id
}

/** Both were seen on the same device. */
async function shareDevice(...accountIds: string[]) {
  const hash = Buffer.alloc(32, accountIds.join().length)
  for (const account_id of accountIds)
    await test.db.insertInto('access_traces').values({ account_id, kind: 'device', hash }).execute()
}

describe('a pile', () => {
  it('holds all open cases of a person, with the gravest harm and the number', async () => {
    const first = await reported('Samsung A54', { reason: 'wrong-category' })
    const second = await reported('Nokia 3310', { reason: 'prepayment' })
    await reported('Blender', { by: PEOPLE.kofi.id, reason: 'stolen' })
    const { items, open } = await list('by=pile')
    expect(open).toBe(3)
    expect(items[0]?.target.id).toBe(second)
    expect(items.map(({ pile }) => [pile?.cases, pile?.harm])).toEqual([
      [2, 'money'],
      [1, 'goods'],
    ])
    const [{ pile } = {}] = items
    expect(pile).toMatchObject({ people: 1, kinds: ['product'] })
    const inside = await list(`pile=${pile?.id}`)
    expect(inside.items.map(({ target }) => target.id)).toEqual([second, first])
    expect(pile?.caseIds).toEqual(inside.items.map(({ id }) => id))
  })

  it('holds cases of accounts on the same device, but none of other people', async () => {
    await shareDevice(PEOPLE.ama.id, PEOPLE.kofi.id)
    await reported('Samsung A54')
    await reported('Nokia 3310', { by: PEOPLE.kofi.id })
    await report({ kind: 'person', id: STAFF.yaw.id }, 'spam')
    const admin = await signInStaff(test, 'administrator', 'abena')
    const { items } = await list('by=pile', admin)
    expect(items.map(({ pile }) => [pile?.cases, pile?.people])).toEqual([
      [2, 2],
      [1, 1],
    ])
  })

  it('counts only cases that the moderator may see', async () => {
    await shareDevice(PEOPLE.ama.id, STAFF.yaw.id)
    await reported('Samsung A54')
    await report({ kind: 'person', id: STAFF.yaw.id }, 'spam')
    const { items } = await list('by=pile')
    expect(items.map(({ pile }) => pile?.cases)).toEqual([1])
  })

  it('grows no further than 20 people', async () => {
    const people = await test.db
      .insertInto('profiles')
      .values(Array.from({ length: 22 }, (_, index) => ({ full_name: `Seller ${index}` })))
      .returning('id')
      .execute()
    await shareDevice(...people.map(({ id }) => id))
    for (const { id } of people)
      await test.db
        .insertInto('cases')
        .values({ target_kind: 'person', target_id: id, subject_id: id })
        .execute()
    const { items } = await list('by=pile')
    expect(items.map(({ pile }) => pile?.people)).toEqual([20, 2])
  })

  it('keeps its place while its first case waits, and moves with the filter', async () => {
    await reported('Samsung A54', { reason: 'wrong-category' })
    await reported('Nokia 3310', { reason: 'prepayment' })
    const { items } = await list('by=pile&harm=nuisance')
    expect(items).toMatchObject([{ title: 'Samsung A54', pile: { cases: 1, harm: 'nuisance' } }])
    await test.db
      .updateTable('cases')
      .set({ state: 'decided', decided_at: new Date().toISOString() })
      .execute()
    expect((await list('by=pile')).items).toEqual([])
  })
})

describe('the filters', () => {
  beforeEach(async () => {
    await reported('Samsung A54', { reason: 'prepayment', description: 'Box and charger are with it.' })
    await reported('Kente cloth', { by: PEOPLE.kofi.id, description: 'Me ware ntoma yi wo fie' })
    await reported('Blender', { reason: 'stolen', description: 'E dey work well well, no wahala' })
    await report({ kind: 'person', id: PEOPLE.ama.id }, 'spam')
  })

  it.each([
    ['kind=person', ['Ama Mensah']],
    ['reason=stolen', ['Blender']],
    ['reason=imei-stolen', []],
    ['language=twi', ['Kente cloth']],
    ['language=pidgin', ['Blender']],
    ['language=english', ['Samsung A54']],
    ['kind=product&language=twi&harm=money', []],
    ['age=new', ['Samsung A54', 'Blender', 'Kente cloth', 'Ama Mensah']],
    ['age=week', []],
    ['q=sams', ['Samsung A54']],
    ['q=kofi', ['Kente cloth']],
    ['q=listing+blen', ['Blender']],
    ['q=mensah+samsung', ['Samsung A54']],
    ['q=mensah+kente', []],
    ['q=%21%21', []],
    ['q=samsung&kind=person', []],
  ])('%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
    expect((await list(query)).open).toBe(expected.length)
  })

  it('find a case by its code, and a signal by its reason', async () => {
    const { items } = await list()
    const { id = '', title, target } = items[1] ?? {}
    expect(await titles(`q=${id.slice(-6).toUpperCase()}`)).toEqual([title])
    await test.db
      .insertInto('signals')
      .values({
        target_kind: 'product',
        target_id: target?.id ?? '',
        subject_id: PEOPLE.ama.id,
        reason: 'far-below-usual',
        weight: 5,
      })
      .execute()
    await test.db.updateTable('cases').set({ risk: 9 }).where('id', '=', id).execute()
    expect(await titles('reason=far-below-usual')).toEqual([title])
  })

  it('follow a new title and a new name', async () => {
    await test.db.updateTable('products').set({ title: 'Mixer' }).where('title', '=', 'Blender').execute()
    await test.db
      .updateTable('profiles')
      .set({ full_name: 'Kofi Owusu' })
      .where('id', '=', PEOPLE.kofi.id)
      .execute()
    expect([await titles('q=mixer'), await titles('q=blender'), await titles('q=owusu')]).toEqual([
      ['Mixer'],
      [],
      ['Kente cloth'],
    ])
    await test.db
      .updateTable('profiles')
      .set({ full_name: PEOPLE.kofi.full_name })
      .where('id', '=', PEOPLE.kofi.id)
      .execute()
  })

  it('refuse a reason that nobody declared', async () => {
    expect((await yaw.send('GET', '/api/moderation/cases?reason=rude')).status).toBe(422)
  })
})

describe('the orders', () => {
  /** Cases of 35 people, and one pile of 40 cases of Ama. */
  async function fill() {
    const people = await test.db
      .insertInto('profiles')
      .values(Array.from({ length: 35 }, (_, index) => ({ full_name: `Seller ${index}` })))
      .returning('id')
      .execute()
    const owners = [...people.map(({ id }) => id), ...Array.from({ length: 40 }, () => PEOPLE.ama.id)]
    await test.db
      .insertInto('cases')
      .values(
        owners.map((subject_id, index) => ({
          target_kind: 'review',
          target_id: crypto.randomUUID(),
          subject_id,
          harm: 1 + (index % 5),
          risk: index % 7,
          // Many cases have the same time.
          opened_at: new Date(Date.UTC(2026, 10, 1, 0, index % 11)).toISOString(),
        })),
      )
      .execute()
  }

  async function readAll(query: string): Promise<QueueEntry[]> {
    const found: QueueEntry[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = await list(`${query}${cursor && `&cursor=${cursor}`}`)
      found.push(...page.items)
      cursor = page.nextCursor
    }
    return found
  }

  const earlier = (one: QueueEntry, other: QueueEntry) =>
    Date.parse(one.openedAt) - Date.parse(other.openedAt) || (one.id < other.id ? -1 : 1)

  it('oldest and newest are each other’s reverse', async () => {
    await fill()
    const oldest = await readAll('sort=oldest')
    expect(oldest).toEqual(oldest.toSorted(earlier))
    expect(await readAll('sort=newest')).toEqual(oldest.toReversed())
  })

  it.each(['gravest', 'oldest', 'newest'])('%s pages have every case and every pile once', async (sort) => {
    await fill()
    const cases = await readAll(`sort=${sort}`)
    expect(new Set(cases.map(({ id }) => id)).size).toBe(75)
    const piles = await readAll(`by=pile&sort=${sort}`)
    expect(piles).toHaveLength(36)
    expect(piles.map(({ id }) => id)).toEqual(
      cases
        .filter(({ subject }, index) => cases.findIndex((each) => each.subject.id === subject.id) === index)
        .map(({ id }) => id),
    )
    expect(piles.find(({ pile }) => pile?.cases === 40)?.subject.id).toBe(PEOPLE.ama.id)
  })

  it('refuse a cursor of another order', async () => {
    await fill()
    const { nextCursor } = await list('sort=oldest')
    expect((await yaw.send('GET', `/api/moderation/cases?sort=newest&cursor=${nextCursor}`)).status).toBe(422)
  })
})
