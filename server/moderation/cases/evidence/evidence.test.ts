import { beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseCard } from '#contract/moderation/cases/cases.ts'
import type { ModeratedPerson } from '#contract/moderation/cases/people.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { insertDeal, openConversation, takeStep } from '#testing/market/agreements.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createMarket)
let ama: TestClient
let kofi: TestClient
let esi: TestClient
let yaw: TestClient
let productId: string

beforeEach(async () => {
  for (const table of [
    'rate_limits',
    'sanctions',
    'cases',
    'staff',
    'products',
    'conversations',
    'access_traces',
  ] as const)
    await test.db.deleteFrom(table).execute()
  ama = await signIn(test, 'ama')
  kofi = await signIn(test, 'kofi')
  esi = await signIn(test, 'esi')
  yaw = await signInStaff(test, 'moderator')
  productId = await insertProduct(test.db)
})

const body = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as T
const report = async (by: TestClient, target: Target) =>
  expect((await by.send('POST', '/api/reports', { target, reason: 'other', words: 'Look' })).status).toBe(201)
const viewOf = (id: string) => body<ModeratedPerson>(yaw.send('GET', `/api/moderation/people/${id}`))
const readCase = (id: string) => body<Case>(yaw.send('GET', `/api/moderation/cases/${id}`))

/** The only open case about the target. */
async function caseOf(target: Target): Promise<Case> {
  const { items } = await body<{ items: CaseCard[] }>(yaw.send('GET', '/api/moderation/cases'))
  return readCase(items.find((card) => card.target.id === target.id)?.id ?? '')
}

const listing = (): Target => ({ kind: 'product', id: productId })
const decide = (target: Target, action: string) =>
  yaw.send('POST', '/api/moderation/decisions', {
    target,
    action,
    rule: 'respect',
    words: 'No',
    days: null,
  })
const setProduct = (changes: object) =>
  test.db.updateTable('products').set(changes).where('id', '=', productId).execute()

describe('a case about a listing', () => {
  it('shows what was changed since it was opened, with amounts in the currency', async () => {
    await insertPhoto(test.db, productId)
    await report(kofi, listing())
    expect(await caseOf(listing())).toMatchObject({
      changes: [],
      facts: [
        { label: 'Price', text: 'GH₵1,800.00' },
        { label: 'Category', text: expect.stringMatching(/^[A-Z]/) as string },
        { label: 'Condition', text: 'Good' },
        { label: 'Region', text: 'Greater Accra' },
        { label: 'Place', text: 'Osu' },
        { label: 'Status', text: 'For sale' },
        { label: 'Published' },
      ],
      photos: [{ change: null }],
    })
    await setProduct({ title: 'Nokia 3310', price: 90, condition: 'poor', status: 'sold' })
    await test.db.deleteFrom('product_images').where('product_id', '=', productId).execute()
    await insertPhoto(test.db, productId, false)
    const { changes, photos } = await caseOf(listing())
    expect(changes).toEqual([
      { label: 'Title', before: 'Samsung Galaxy A54', now: 'Nokia 3310' },
      { label: 'Price', before: 'GH₵1,800.00', now: 'GH₵90.00' },
      { label: 'Condition', before: 'Good', now: 'Poor' },
    ])
    expect(photos.map(({ change }) => change)).toEqual([null, 'removed'])
  })

  it('marks photos that were added later', async () => {
    await report(kofi, listing())
    await test.db
      .updateTable('cases')
      .set({ opened_at: new Date(Date.now() - 3_600_000).toISOString() })
      .execute()
    await insertPhoto(test.db, productId)
    expect((await caseOf(listing())).photos).toMatchObject([{ change: 'added' }])
  })

  it('stores its opening only until the decision', async () => {
    await report(kofi, listing())
    const { id } = await caseOf(listing())
    expect((await decide(listing(), 'approve')).status).toBe(201)
    const row = await test.db.selectFrom('cases').select('opened_as').where('id', '=', id).execute()
    expect(row).toEqual([{ opened_as: null }])
    expect((await readCase(id)).changes).toEqual([])
  })

  it('says if it was opened before openings were stored', async () => {
    await report(kofi, listing())
    expect(await caseOf(listing())).toMatchObject({ isOpeningMissing: false })
    await test.db.updateTable('cases').set({ opened_as: null }).execute()
    await setProduct({ price: 90 })
    expect(await caseOf(listing())).toMatchObject({ isOpeningMissing: true, changes: [] })
  })

  it('shows the gravest reports first, and links to a held listing for staff', async () => {
    for (const [by, reason] of [
      [kofi, 'spam'],
      [esi, 'threat'],
    ] as const)
      await by.send('POST', '/api/reports', { target: listing(), reason, words: 'Look' })
    await test.db.updateTable('reports').set({ weight: 9 }).where('reason', '=', 'spam').execute()
    const { reportLines, proposal } = await caseOf(listing())
    expect(reportLines.map(({ reason }) => reason)).toEqual(['Threatens somebody', 'Spam or advertising'])
    expect(proposal).toEqual({ action: 'remove', rule: 'no-threats' })
    expect((await decide(listing(), 'hold')).status).toBe(201)
    expect((await caseOf(listing())).link).toBe(`/moderation/listings?q=${productId}`)
  })

  it('shows a deleted listing with its price and photos, without marks', async () => {
    await insertPhoto(test.db, productId)
    await report(kofi, listing())
    await setProduct({ price: 90 })
    await test.db.deleteFrom('products').where('id', '=', productId).execute()
    expect(await caseOf(listing())).toMatchObject({
      title: 'Samsung Galaxy A54',
      isDeleted: true,
      link: null,
      changes: [{ label: 'Price', before: 'GH₵1,800.00', now: 'GH₵90.00' }],
      photos: [{ change: null }],
    })
  })
})

describe('a case about a message', () => {
  async function reported() {
    const conversationId = await openConversation(kofi, productId)
    const sent = kofi.send('POST', `/api/conversations/${conversationId}/messages`, {
      content: 'Private words',
      clientKey: crypto.randomUUID(),
    })
    const target: Target = { kind: 'message', id: (await body<{ id: string }>(sent)).id }
    await report(ama, target)
    return { target, conversationId }
  }

  it('names the two people, their sides and the listing, without the words', async () => {
    const { target } = await reported()
    const found = await caseOf(target)
    expect(found).toMatchObject({
      title: `Message of ${PEOPLE.kofi.full_name} to ${PEOPLE.ama.full_name} about ‘Samsung Galaxy A54’`,
      message: {
        writer: { id: PEOPLE.kofi.id, side: 'buyer', memberSince: expect.any(String) as string },
        reader: { id: PEOPLE.ama.id, side: 'seller' },
        listing: { title: 'Samsung Galaxy A54', link: `/products/${productId}` },
        messages: 1,
      },
    })
    expect(JSON.stringify(found)).not.toContain('Private words')
  })

  it('tells of prices and agreements between the messages', async () => {
    const { target, conversationId } = await reported()
    await takeStep(kofi, conversationId, { step: 'offer', price: 1500 })
    await ama.send('POST', `/api/conversations/${conversationId}/messages`, {
      content: 'No',
      clientKey: crypto.randomUUID(),
    })
    const { id } = await caseOf(target)
    const look = body<{ messages: { text: string }[] }>(
      yaw.send('POST', `/api/moderation/cases/${id}/messages`),
    )
    const offer = expect.stringMatching(/^Kofi Boateng offers GH₵1,500.00/) as string
    expect((await look).messages.map(({ text }) => text)).toEqual(['Private words', offer, 'No'])
  })

  it('has no link to a deleted listing, and none to a deleted message', async () => {
    const { target, conversationId } = await reported()
    await test.db.deleteFrom('products').where('id', '=', productId).execute()
    expect((await caseOf(target)).message).toMatchObject({
      listing: { title: 'Samsung Galaxy A54', link: null },
    })
    await test.db.deleteFrom('conversations').where('id', '=', conversationId).execute()
    expect(await caseOf(target)).toMatchObject({
      title: `Message of ${PEOPLE.kofi.full_name}`,
      message: null,
    })
  })

  it('names a banned writer as they called themselves, and a removed message still has its people', async () => {
    const { target } = await reported()
    const { id } = await caseOf(target)
    expect((await decide(target, 'remove')).status).toBe(201)
    expect((await decide({ kind: 'person', id: PEOPLE.kofi.id }, 'ban')).status).toBe(201)
    expect((await readCase(id)).message).toMatchObject({ writer: { name: PEOPLE.kofi.full_name } })
  })
})

describe('a case about a review', () => {
  async function reported() {
    const form = { rating: 1, title: 'Bad', comment: 'Never came' }
    const { id } = await body<{ id: string }>(kofi.send('POST', `/api/products/${productId}/reviews`, form))
    const target: Target = { kind: 'review', id }
    await report(ama, target)
    return target
  }

  it('says whom it hits and whether the two dealt with each other', async () => {
    const target = await reported()
    const hits = { id: PEOPLE.ama.id, name: PEOPLE.ama.full_name, role: 'seller' }
    const reviewed = { title: 'Samsung Galaxy A54', link: `/products/${productId}` }
    expect(await caseOf(target)).toMatchObject({
      title: '1 of 5 for ‘Samsung Galaxy A54’: Bad',
      text: 'Bad\nNever came',
      facts: [{ label: 'Rating', text: '1 of 5' }],
      review: { hits, listing: reviewed, dealt: 'nothing' },
    })
    const conversationId = await openConversation(kofi, productId)
    expect((await caseOf(target)).review).toMatchObject({ dealt: 'conversation' })
    const people = { sellerId: PEOPLE.ama.id, buyerId: PEOPLE.kofi.id }
    await insertDeal(test.db, { conversationId, productId, ...people })
    expect((await caseOf(target)).review).toMatchObject({ dealt: 'deal' })
    await test.db.deleteFrom('product_reviews').execute()
    expect(await caseOf(target)).toMatchObject({
      title: 'Bad',
      isDeleted: true,
      review: { hits, dealt: 'deal' },
    })
  })

  it('names the buyer of the deal if the seller wrote it', async () => {
    const conversationId = await openConversation(kofi, productId)
    const people = { sellerId: PEOPLE.ama.id, buyerId: PEOPLE.kofi.id }
    const id = await insertDeal(test.db, { conversationId, productId, ...people })
    await test.db
      .insertInto('buyer_reviews')
      .values({
        id,
        buyer_id: PEOPLE.kofi.id,
        seller_id: PEOPLE.ama.id,
        rating: 2,
        chips: ['late'],
        counts: true,
      })
      .execute()
    await test.db.updateTable('buyer_reviews').set({ waits_until: null }).execute()
    const target: Target = { kind: 'review', id }
    await report(kofi, target)
    expect(await caseOf(target)).toMatchObject({
      title: `2 of 5 for ${PEOPLE.kofi.full_name} as a buyer`,
      facts: [
        { label: 'Rating', text: '2 of 5' },
        { label: 'Says', text: 'Came late' },
      ],
      review: { hits: { id: PEOPLE.kofi.id, role: 'buyer' }, dealt: 'deal' },
    })
  })
})

describe('a case about a person', () => {
  const target: Target = { kind: 'person', id: PEOPLE.ama.id }

  it('counts listings and conversations, and names accounts on the same device', async () => {
    const held = await insertProduct(test.db, {
      title: 'Held phone',
      status: 'held',
      status_before_hold: 'available',
    })
    await insertProduct(test.db, { title: 'Secret draft', status: 'draft' })
    await openConversation(kofi, productId)
    const trace = (account_id: string, kind: string, name: string) => ({
      account_id,
      kind,
      hash: Buffer.from(name),
    })
    await test.db
      .insertInto('access_traces')
      .values([
        trace(PEOPLE.ama.id, 'device', 'phone'),
        trace(PEOPLE.ama.id, 'address', 'home'),
        trace(PEOPLE.esi.id, 'device', 'phone'),
        trace(PEOPLE.kofi.id, 'address', 'home'),
      ])
      .execute()
    await report(kofi, target)
    const found = await caseOf(target)
    expect(found.profile).toMatchObject({
      listings: [
        { status: 'available', count: 1 },
        { status: 'held', count: 1 },
      ],
      newest: [
        { title: 'Held phone', link: `/moderation/listings?q=${held}` },
        { title: 'Samsung Galaxy A54', link: `/products/${productId}` },
      ],
      conversations: { all: 1, recent: 1, unanswered: 0 },
      sharers: { devices: 1, addresses: 1 },
    })
    expect(found.profile?.sharing.map(({ id }) => id).toSorted()).toEqual(
      [PEOPLE.esi.id, PEOPLE.kofi.id].toSorted(),
    )
    expect(JSON.stringify(found)).not.toContain('Secret draft')
    expect(await viewOf(PEOPLE.ama.id)).toMatchObject({ name: PEOPLE.ama.full_name, profile: found.profile })
  })

  it('hides the reader’s own account among those on the same device', async () => {
    const traces = [PEOPLE.ama.id, STAFF.yaw.id].map((account_id) => ({
      account_id,
      kind: 'device',
      hash: Buffer.from('phone'),
    }))
    await test.db.insertInto('access_traces').values(traces).execute()
    await report(kofi, target)
    await report(esi, { kind: 'person', id: STAFF.yaw.id })
    expect((await caseOf(target)).profile).toMatchObject({ sharers: { devices: 1 }, sharing: [] })
  })

  it('has no facts about people whom the moderator may not judge', async () => {
    expect((await viewOf(PEOPLE.ama.id)).profile).not.toBeNull()
    await openConversation(yaw, productId)
    expect((await viewOf(PEOPLE.ama.id)).profile).toBeNull()
    await signInStaff(test, 'administrator', 'abena')
    expect((await viewOf(STAFF.abena.id)).profile).toBeNull()
  })

  it('shows a changed profile as it was and as it is', async () => {
    await report(kofi, target)
    await test.db.updateTable('profiles').set({ bio: 'Honest' }).where('id', '=', PEOPLE.ama.id).execute()
    expect((await caseOf(target)).changes).toEqual([{ label: 'About', before: '', now: 'Honest' }])
    await test.db.updateTable('profiles').set({ bio: null }).where('id', '=', PEOPLE.ama.id).execute()
  })

  it('shows a person who left with empty figures', async () => {
    const leaver: Target = { kind: 'person', id: PEOPLE.esi.id }
    await report(kofi, leaver)
    await esi.send('POST', '/functions/v1/delete-user-account')
    expect(await caseOf(leaver)).toMatchObject({
      title: PEOPLE.esi.full_name,
      isDeleted: true,
      profile: {
        picture: null,
        listings: [],
        newest: [],
        sharers: { devices: 0, addresses: 0 },
        sharing: [],
      },
    })
  })
})
