import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseCard } from '#contract/moderation/cases/cases.ts'
import type { Report, Target } from '#contract/moderation/reports/reports.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { finishDecision, finishOverdueDecisions } from './undoing.ts'

const test = setUp(createMarket)
let ama: TestClient
let kofi: TestClient
let esi: TestClient
let yaw: TestClient
let productId: string

beforeEach(async () => {
  for (const table of ['rate_limits', 'cases', 'sanctions', 'staff', 'provisional_decisions'] as const)
    await test.db.deleteFrom(table).execute()
  ama = await signIn(test, 'ama')
  kofi = await signIn(test, 'kofi')
  esi = await signIn(test, 'esi')
  yaw = await signInStaff(test, 'moderator')
  productId = await insertProduct(test.db)
  await test.db.deleteFrom('notifications').execute()
})

const body = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as T
const product = (): Target => ({ kind: 'product', id: productId })
const report = (by: TestClient, target: Target, reason = 'fake') =>
  body<Report>(by.send('POST', '/api/reports', { target, reason, words: 'Look at this' }))
const cards = async () => (await body<{ items: CaseCard[] }>(yaw.send('GET', '/api/moderation/cases'))).items
const isShown = async () =>
  (await createAnonymousClient(test.app).send('GET', `/api/products/${productId}`)).status === 200
const texts = async () =>
  (await test.db.selectFrom('notifications').select(['user_id', 'content']).execute()).filter(
    ({ content }) => !content.startsWith('New login'),
  )

interface Decided {
  id: string
  undoUntil: string | null
}

async function decide(target: Target, action: string, more: object = {}): Promise<Decided> {
  const card = (await cards()).find((each) => each.target.id === target.id)
  const isFree = action === 'approve' || action === 'hold'
  return body<Decided>(
    yaw.send('POST', '/api/moderation/decisions', {
      target,
      caseId: card?.id,
      action,
      rule: isFree ? null : 'true-listings',
      words: isFree ? '' : 'Please use your own photos.',
      days: null,
      isUndoable: true,
      ...more,
    }),
  )
}

const undo = (by: TestClient, id: string) => by.send('DELETE', `/api/moderation/decisions/${id}`)
const codeOf = async (response: Promise<Response>) =>
  (await body<{ error: { code: string } }>(response)).error.code
const finish = (id: string) => finishDecision({ db: test.db, jobs: test.jobs }, id)
const ownDecisions = async () => {
  const { items } = await body<{ items: { id: string; target: Target }[] }>(ama.send('GET', '/api/decisions'))
  return items.filter(({ target }) => target.id === productId)
}

describe('taking a decision back', () => {
  it.each(['approve', 'remove', 'hold', 'warn'])('leaves no trace of %s but the audit', async (action) => {
    await report(kofi, product())
    const before = await cards()
    const { id } = await decide(product(), action)
    expect(await isShown()).toBe(action === 'approve' || action === 'warn')
    expect((await undo(yaw, id)).status).toBe(200)
    expect(await isShown()).toBe(true)
    expect(await cards()).toEqual(before)
    const reports = await body<{ items: Report[] }>(kofi.send('GET', '/api/reports'))
    expect(reports.items[0]).toMatchObject({ outcome: null })
    expect(await ownDecisions()).toEqual([])
    await finish(id)
    expect(await texts()).toEqual([])
    const acts = await test.db.selectFrom('audit_entries').select(['action', 'detail', 'target_id']).execute()
    const own = acts.filter((act) => act.action === 'took-decision-back' && act.target_id === productId)
    expect(own).toMatchObject([{ target_id: productId, detail: { action } }])
  })

  it('hides a listing again that waited, with the same end', async () => {
    await report(kofi, product())
    await decide(product(), 'hold', { isUndoable: false })
    const holds = () =>
      test.db.selectFrom('product_holds').selectAll().where('product_id', '=', productId).execute()
    const held = await holds()
    const { id } = await decide(product(), 'approve')
    expect(await isShown()).toBe(true)
    await undo(yaw, id)
    expect(await isShown()).toBe(false)
    expect(await holds()).toEqual(held)
  })

  it('leaves the listing free of a suspension that ended in the meantime', async () => {
    await report(kofi, product())
    const insertHold = (cause: string) =>
      sql`select hold_product(${productId}, ${cause}, null)`.execute(test.db)
    await insertHold('suspended')
    const { id } = await decide(product(), 'remove')
    await sql`select release_product(${productId}, array['suspended'])`.execute(test.db)
    expect((await undo(yaw, id)).status).toBe(200)
    expect(await isShown()).toBe(true)
  })

  it('restores a message and a review', async () => {
    const { id: conversationId } = await body<{ id: string }>(
      kofi.send('POST', '/api/conversations', { productId }),
    )
    const path = `/api/conversations/${conversationId}/messages`
    const sent = await body<{ id: string }>(
      kofi.send('POST', path, { clientKey: crypto.randomUUID(), content: 'My cousin sells followers' }),
    )
    const message: Target = { kind: 'message', id: sent.id }
    await report(ama, message, 'spam')
    const { id } = await decide(message, 'remove')
    const content = async () =>
      (await test.db.selectFrom('messages').select('content').where('id', '=', sent.id).executeTakeFirst())
        ?.content
    expect(await content()).toBe('This message was removed by a moderator.')
    await undo(yaw, id)
    expect(await content()).toBe('My cousin sells followers')

    const review = await body<{ id: string }>(
      kofi.send('POST', `/api/products/${productId}/reviews`, {
        rating: 1,
        title: '',
        comment: 'Never came at all.',
      }),
    )
    await report(ama, { kind: 'review', id: review.id }, 'false-review')
    const { id: second } = await decide({ kind: 'review', id: review.id }, 'remove', {
      rule: 'honest-reviews',
    })
    await undo(yaw, second)
    const stored = await test.db
      .selectFrom('product_reviews')
      .select('removed_at')
      .where('id', '=', review.id)
      .executeTakeFirst()
    expect(stored).toEqual({ removed_at: null })
  })

  it('still shows what the seller changed since the case was opened', async () => {
    await report(kofi, product())
    await test.db.updateTable('products').set({ price: 90 }).where('id', '=', productId).execute()
    const [card] = await cards()
    const changes = async () =>
      (await body<Case>(yaw.send('GET', `/api/moderation/cases/${card?.id}`))).changes
    const before = await changes()
    expect(before).toMatchObject([{ label: 'Price' }])
    const { id } = await decide(product(), 'warn')
    await undo(yaw, id)
    expect(await changes()).toEqual(before)
  })

  it('keeps what was known of a listing that is deleted in the meantime', async () => {
    await report(kofi, product())
    const { id } = await decide(product(), 'warn')
    await test.db.deleteFrom('products').where('id', '=', productId).execute()
    expect(await codeOf(undo(yaw, id))).toBe('decision-final')
  })
})

describe('a decision', () => {
  it('tells the seller and the reporter once it is final, and only once', async () => {
    await report(kofi, product())
    const { id } = await decide(product(), 'remove')
    expect(await texts()).toEqual([])
    await finish(id)
    await finish(id)
    expect((await texts()).map(({ user_id }) => user_id).toSorted()).toEqual(
      [PEOPLE.ama.id, PEOPLE.kofi.id].toSorted(),
    )
    expect(await codeOf(undo(yaw, id))).toBe('decision-final')
    expect(await ownDecisions()).toHaveLength(1)
  })

  it('is final after the minute, also if the job is late', async () => {
    await report(kofi, product())
    const { id } = await decide(product(), 'remove')
    await test.db
      .updateTable('provisional_decisions')
      .set({ ends_at: sql`now() - interval '1 second'` })
      .execute()
    expect(await codeOf(undo(yaw, id))).toBe('decision-final')
    expect(await isShown()).toBe(false)
  })

  it('is unknown to its person and the reporter for the minute', async () => {
    await report(kofi, product())
    const { id } = await decide(product(), 'warn')
    const outcome = async () =>
      (await body<{ items: Report[] }>(kofi.send('GET', '/api/reports'))).items[0]?.outcome
    const appeal = () => ama.send('POST', `/api/decisions/${id}/appeal`, { words: 'My own photos' })
    expect([await ownDecisions(), await outcome(), (await appeal()).status]).toEqual([[], null, 404])
    await finish(id)
    expect(await outcome()).toBe('upheld')
    expect((await ownDecisions()).map((own) => own.id)).toEqual([id])
    expect((await appeal()).status).toBe(201)
  })

  it('is final once somebody reports the same again', async () => {
    await report(kofi, product())
    const { id: approved } = await decide(product(), 'approve')
    await report(esi, product())
    expect(await codeOf(undo(yaw, approved))).toBe('decision-final')
    expect(await cards()).toHaveLength(1)
  })

  it('is final once somebody else decides about the same', async () => {
    const abena = await signInStaff(test, 'administrator', 'abena')
    await report(kofi, product())
    const { id } = await decide(product(), 'remove')
    const restored = await abena.send('POST', '/api/moderation/decisions', {
      target: product(),
      action: 'restore',
      rule: null,
      words: '',
      days: null,
    })
    expect(restored.status).toBe(201)
    expect(await codeOf(undo(yaw, id))).toBe('decision-final')
  })

  it('is final once its person is shut out', async () => {
    await report(kofi, product())
    const { id } = await decide(product(), 'approve')
    await report(esi, { kind: 'person', id: PEOPLE.ama.id })
    await decide({ kind: 'person', id: PEOPLE.ama.id }, 'suspend', { days: 7 })
    expect(await codeOf(undo(yaw, id))).toBe('decision-final')
  })

  it('tells its person nothing that a later decision has overtaken', async () => {
    await report(kofi, product())
    const { id } = await decide(product(), 'hold')
    await decide(product(), 'approve', { isUndoable: false })
    await test.db.deleteFrom('notifications').execute()
    await finish(id)
    expect(await texts()).toEqual([])
  })

  it('is announced with the title that the moderator saw', async () => {
    await report(kofi, product())
    const { id } = await decide(product(), 'remove')
    await test.db
      .updateTable('products')
      .set({ title: 'Moderators are fools' })
      .where('id', '=', productId)
      .execute()
    await finish(id)
    const told = await texts()
    expect(told).toHaveLength(2)
    expect(told.filter(({ content }) => content.includes('fools'))).toEqual([])
  })

  it('becomes final although its job has failed', async () => {
    await report(kofi, product())
    await decide(product(), 'remove')
    const finishOverdue = () => finishOverdueDecisions({ db: test.db, jobs: test.jobs })
    await finishOverdue()
    expect(await texts()).toEqual([])
    await test.db
      .updateTable('provisional_decisions')
      .set({ ends_at: sql`now() - interval '6 minutes'` })
      .execute()
    await finishOverdue()
    expect(await texts()).toHaveLength(2)
  })

  it('can be taken back only by its own moderator', async () => {
    const abena = await signInStaff(test, 'administrator', 'abena')
    await report(kofi, product())
    const { id } = await decide(product(), 'remove')
    expect(await codeOf(undo(abena, id))).toBe('not-found')
    expect(await isShown()).toBe(false)
  })

  it('is final at once without a case, unless asked, and for a sanction', async () => {
    expect((await decide(product(), 'remove')).undoUntil).toBeNull()
    await report(kofi, product())
    expect((await decide(product(), 'warn', { isUndoable: false })).undoUntil).toBeNull()
    await report(esi, product())
    expect((await decide(product(), 'limit', { days: 3 })).undoUntil).toBeNull()
  })

  it('cannot be deleted once it is final', async () => {
    await report(kofi, product())
    const { id } = await decide(product(), 'remove')
    await finish(id)
    await expect(test.db.deleteFrom('decisions').where('id', '=', id).execute()).rejects.toThrow(
      /not changed/,
    )
  })

  it('brings the evidence of a deleted listing back with its case', async () => {
    await report(kofi, product())
    await test.db.deleteFrom('products').where('id', '=', productId).execute()
    const [card] = await cards()
    const evidence = () => body<Case>(yaw.send('GET', `/api/moderation/cases/${card?.id}`))
    const before = await evidence()
    const { id } = await decide(product(), 'warn')
    const undone = await undo(yaw, id)
    expect([undone.status, (await evidence()).facts]).toEqual([200, before.facts])
  })
})
