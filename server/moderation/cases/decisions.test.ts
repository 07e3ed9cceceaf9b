import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Case, CaseCard, DecisionLine } from '#contract/moderation/cases/cases.ts'
import type { ActionName } from '#contract/moderation/cases/decisions.ts'
import type { OwnDecision } from '#contract/moderation/appeals/appeals.ts'
import type { Report, Target } from '#contract/moderation/reports/reports.ts'
import { createMarket, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import { createTestContext } from '#testing/context.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { listingForm } from '#testing/market/selling.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import { holdProduct } from '#server/moderation/sanctions/service.ts'
import { setUp } from '#testing/set-up.ts'
import { endHolds } from './ending-holds.ts'
import { endSanctions } from './jobs.ts'
import { selectMonths } from './person-queries.ts'
import { largePlansOf } from '#testing/plans.ts'
import { selectEndedSanctions } from './target-queries.ts'

const test = setUp(createMarket)
let ama: TestClient
let kofi: TestClient
let esi: TestClient
let yaw: TestClient
let abena: TestClient
let productId: string

beforeEach(async () => {
  for (const table of [
    'rate_limits',
    'sanctions',
    'cases',
    'staff',
    'notifications',
    'outbox_messages',
  ] as const)
    await test.db.deleteFrom(table).execute()
  ama = await signIn(test, 'ama')
  kofi = await signIn(test, 'kofi')
  esi = await signIn(test, 'esi')
  yaw = await signInStaff(test, 'moderator')
  abena = await signInStaff(test, 'administrator', 'abena')
  productId = await insertProduct(test.db)
})

const body = async <T>(response: Promise<Response> | Response): Promise<T> => (await response).json() as T
const codeOf = async (response: Promise<Response> | Response) =>
  (await body<{ error: { code: string } }>(response)).error.code
const product = (): Target => ({ kind: 'product', id: productId })
const send = (by: TestClient, target: Target, reason = 'prepayment') =>
  by.send('POST', '/api/reports', { target, reason, words: 'Wanted 200 first' })
const queue = (by: TestClient) =>
  body<{ items: CaseCard[]; open: number }>(by.send('GET', '/api/moderation/cases'))
const decide = (by: TestClient, target: Target, action: ActionName, more: object = {}) =>
  by.send('POST', '/api/moderation/decisions', {
    target,
    action,
    rule: ['approve', 'hold', 'restore'].includes(action) ? null : 'no-money-first',
    words: ['approve', 'hold', 'restore'].includes(action) ? '' : 'Please show the item first.',
    days: null,
    ...more,
  })
const textsFor = async (id: string) =>
  (
    await test.db
      .selectFrom('notifications')
      .select('content')
      .where('user_id', '=', id)
      .orderBy('id')
      .execute()
  ).map((row) => row.content)
const isShown = async (id: string) =>
  (await createAnonymousClient(test.app).send('GET', `/api/products/${id}`)).status === 200

describe('reports', () => {
  it('form one case, count once per person, and hide nothing', async () => {
    const first = await body<Report>(send(kofi, product()))
    expect(await body<Report>(send(kofi, product(), 'fake'))).toEqual(first)
    await send(esi, product())
    const { items, open } = await queue(yaw)
    expect(open).toBe(1)
    expect(items).toMatchObject([{ target: product(), subject: { name: 'Ama Mensah' }, reports: 2 }])
    expect(await isShown(productId)).toBe(true)
  })

  it('count as new reports after a decision', async () => {
    const first = await body<Report>(send(kofi, product()))
    await decide(yaw, product(), 'approve')
    const second = await body<Report>(send(kofi, product(), 'fake'))
    expect(second.id).not.toBe(first.id)
    expect(second).toMatchObject({ reason: 'fake', outcome: null })
    expect((await queue(yaw)).items).toMatchObject([{ target: product(), reports: 1 }])
  })

  it('are refused for one’s own things, hidden things and unsuitable reasons', async () => {
    expect(await codeOf(send(ama, product()))).toBe('not-found')
    const draft = await insertProduct(test.db, { status: 'draft' })
    expect(await codeOf(send(kofi, { kind: 'product', id: draft }))).toBe('not-found')
    expect(await codeOf(send(kofi, product(), 'false-review'))).toBe('invalid-input')
  })

  it('add no risk if two accounts share a device', async () => {
    const hash = Buffer.from('the same phone')
    for (const account_id of [PEOPLE.kofi.id, PEOPLE.esi.id])
      await test.db.insertInto('access_traces').values({ account_id, kind: 'device', hash }).execute()
    await send(kofi, product())
    const before = (await queue(yaw)).items[0]?.risk
    await send(esi, product())
    expect((await queue(yaw)).items[0]?.risk).toBe(before)
    await test.db.deleteFrom('access_traces').execute()
  })
})

describe('a decision', () => {
  it('removes a listing everywhere and notifies the seller and the reporter', async () => {
    await send(kofi, product())
    const list = () => test.api.call('searchProducts', { query: {} })
    expect((await list()).items.some(({ id }) => id === productId)).toBe(true)
    expect((await decide(yaw, product(), 'remove')).status).toBe(201)
    expect(await isShown(productId)).toBe(false)
    expect((await list()).items.some(({ id }) => id === productId)).toBe(false)
    expect((await queue(yaw)).items).toEqual([])
    await test.jobs.settled()
    expect((await textsFor(PEOPLE.ama.id)).join()).toContain('Please show the item first.')
    expect((await textsFor(PEOPLE.kofi.id)).at(-1)).toMatch(
      /^We looked at your report of ".*A54.*": we acted\./,
    )
    const reports = await body<{ items: Report[] }>(kofi.send('GET', '/api/reports'))
    expect(reports.items[0]).toMatchObject({ target: product(), outcome: 'upheld' })
  })

  it('restores a held listing by approving it', async () => {
    await send(kofi, product())
    await decide(yaw, product(), 'hold')
    expect(await isShown(productId)).toBe(false)
    expect((await queue(yaw)).items).toHaveLength(1)
    await decide(yaw, product(), 'approve')
    expect(await isShown(productId)).toBe(true)
    expect((await queue(yaw)).items).toEqual([])
  })

  it.each(['warn', 'limit'] as const)('%s shows a listing that waited without an end', async (action) => {
    const held = await insertProduct(test.db)
    const ctx = { changes: { announce: async () => undefined, onChange: () => undefined }, jobs: test.jobs }
    const hold = { productId: held, cause: 'prohibited-goods' } as const
    await test.db.transaction().execute((tx) => holdProduct(ctx, tx, hold))
    expect(await isShown(held)).toBe(false)
    const target = { kind: 'product', id: held } as const
    expect((await decide(yaw, target, action, action === 'limit' ? { days: 1 } : {})).status).toBe(201)
    expect(await isShown(held)).toBe(true)
  })

  it('notifies the reporter when it approves the listing', async () => {
    await send(kofi, product())
    expect((await decide(yaw, product(), 'approve')).status).toBe(201)
    const reports = await body<{ items: Report[] }>(kofi.send('GET', '/api/reports'))
    expect(reports.items[0]).toMatchObject({ target: product(), outcome: 'not-upheld' })
    await test.jobs.settled()
    expect((await textsFor(PEOPLE.kofi.id)).join()).toContain('found nothing against our rules')
  })

  it('requires a rule and words for sanctions, and days for suspensions', async () => {
    const person: Target = { kind: 'person', id: PEOPLE.ama.id }
    expect(await codeOf(decide(yaw, product(), 'remove', { words: '' }))).toBe('invalid-input')
    expect(await codeOf(decide(yaw, product(), 'remove', { rule: null }))).toBe('invalid-input')
    expect(await codeOf(decide(yaw, person, 'suspend'))).toBe('invalid-input')
    expect(await codeOf(decide(yaw, person, 'suspend', { days: 4000 }))).toBe('invalid-input')
    expect(await codeOf(decide(yaw, person, 'remove'))).toBe('invalid-input')
  })

  it('is refused about oneself, about one’s own report, and about staff for moderators', async () => {
    const own = await insertProduct(test.db, { seller_id: STAFF.yaw.id })
    const other = await insertProduct(test.db, { seller_id: STAFF.abena.id })
    expect(await codeOf(decide(yaw, { kind: 'product', id: own }, 'approve'))).toBe('own-case')
    expect(await codeOf(decide(yaw, { kind: 'product', id: other }, 'remove'))).toBe('staff-case')
    expect((await decide(abena, { kind: 'product', id: own }, 'remove')).status).toBe(201)
    await send(yaw, product())
    expect(await codeOf(decide(yaw, product(), 'remove'))).toBe('own-case')
  })

  it('hides a review with its rating, and can restore it', async () => {
    const { id } = await test.db
      .insertInto('product_reviews')
      .values({ product_id: productId, reviewer_id: PEOPLE.kofi.id, rating: 1, comment: 'Rude words' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const shown = async () => {
      const headers = { 'cache-control': 'max-age=0' }
      const reply = await test.app.request(`/api/products/${productId}/reviews`, { headers })
      return ((await reply.json()) as { items: object[] }).items.length
    }
    expect(await shown()).toBe(1)
    await decide(yaw, { kind: 'review', id }, 'remove')
    expect(await shown()).toBe(0)
    await decide(yaw, { kind: 'review', id }, 'restore')
    expect(await shown()).toBe(1)
  })
})

describe('a sanctioned person', () => {
  const person: Target = { kind: 'person', id: PEOPLE.ama.id }
  const logIn = () =>
    createAnonymousClient(test.app).send('POST', '/api/auth/login', {
      email: PEOPLE.ama.email,
      password: PASSWORD,
    })

  it('loses access and listings at once when suspended, and regains them by appeal', async () => {
    expect((await decide(yaw, person, 'suspend', { days: 7 })).status).toBe(201)
    expect((await ama.send('GET', '/api/conversations')).status).toBe(401)
    expect(await codeOf(logIn())).toBe('account-suspended')
    expect(await isShown(productId)).toBe(false)
    await test.jobs.settled()
    const mail = await test.db
      .selectFrom('outbox_messages')
      .select('text')
      .where('recipient', '=', PEOPLE.ama.email)
      .where('text', 'like', '%/appeal#token=%')
      .executeTakeFirstOrThrow()
    const token = /#token=([\w.-]+)/.exec(mail.text)?.[1] ?? ''
    const stranger = createAnonymousClient(test.app)
    const appeal = (by: string) =>
      stranger.send('POST', '/api/appeals', { token: by, words: 'It was my brother' })
    expect(await codeOf(appeal(`${token}x`))).toBe('link-expired')
    expect((await appeal(token)).status).toBe(201)
    expect(await codeOf(appeal(token))).toBe('not-appealable')
    const { appeals } = await body<{ appeals: { id: string }[] }>(
      abena.send('GET', '/api/moderation/appeals'),
    )
    const answer = { outcome: 'upheld', words: 'We were wrong.' }
    expect(await codeOf(yaw.send('POST', `/api/moderation/appeals/${appeals[0]?.id}`, answer))).toBe(
      'own-case',
    )
    expect((await abena.send('POST', `/api/moderation/appeals/${appeals[0]?.id}`, answer)).status).toBe(200)
    expect((await logIn()).status).toBe(200)
    expect(await isShown(productId)).toBe(true)
    const again = await signIn(test, 'ama')
    const own = await body<{ items: OwnDecision[] }>(again.send('GET', '/api/decisions'))
    expect(own.items.find(({ action }) => action === 'suspend')?.appeal).toMatchObject({ outcome: 'upheld' })
  })

  it.each(['upheld', 'rejected'])(
    'has an appeal %s by a moderator, whose act is audited',
    async (outcome) => {
      const { id } = await body<DecisionLine>(decide(yaw, person, 'limit', { days: 3 }))
      expect((await ama.send('POST', `/api/decisions/${id}/appeal`, { words: 'Why?' })).status).toBe(201)
      const { appeals } = await body<{ appeals: { id: string }[] }>(
        abena.send('GET', '/api/moderation/appeals'),
      )
      const answer = { outcome, words: 'We looked again.' }
      expect((await abena.send('POST', `/api/moderation/appeals/${appeals[0]?.id}`, answer)).status).toBe(200)
      const acts = await test.db
        .selectFrom('audit_entries')
        .select(['actor_id', 'target_kind', 'target_id', 'detail'])
        .where('action', '=', 'decided-appeal')
        .orderBy('id', 'desc')
        .limit(1)
        .execute()
      expect(acts).toEqual([
        {
          actor_id: STAFF.abena.id,
          target_kind: 'person',
          target_id: PEOPLE.ama.id,
          detail: { decision: id, outcome },
        },
      ])
    },
  )

  it('stays banned when an appeal against an earlier limit is upheld', async () => {
    const first = await body<DecisionLine>(decide(yaw, person, 'limit', { days: 3 }))
    expect((await ama.send('POST', `/api/decisions/${first.id}/appeal`, { words: 'Why?' })).status).toBe(201)
    await decide(yaw, person, 'ban')
    const { appeals } = await body<{ appeals: { id: string }[] }>(
      abena.send('GET', '/api/moderation/appeals'),
    )
    const answer = { outcome: 'upheld', words: 'The limit was wrong.' }
    expect((await abena.send('POST', `/api/moderation/appeals/${appeals[0]?.id}`, answer)).status).toBe(200)
    expect(await codeOf(logIn())).toBe('account-banned')
  })

  it('regains access and listings when the suspension ends', async () => {
    await decide(yaw, person, 'suspend', { days: 1 })
    await test.db
      .updateTable('sanctions')
      .set({ until: new Date(Date.now() - 1000).toISOString() })
      .execute()
    expect((await logIn()).status).toBe(200)
    const ctx = createTestContext({ db: test.db, url: test.database.url })
    await endSanctions(ctx)
    await ctx.close()
    expect(await isShown(productId)).toBe(true)
    expect(await test.db.selectFrom('sanctions').select('kind').execute()).toEqual([])
  })

  it('disappears everywhere when banned, and reappears when the ban is lifted', async () => {
    const { id } = await body<{ id: string }>(kofi.send('POST', '/api/conversations', { productId }))
    const message = () => ({ clientKey: crypto.randomUUID(), content: 'Is it still there?' })
    await kofi.send('POST', `/api/conversations/${id}/messages`, message())
    const ofEsi = await insertProduct(test.db, { seller_id: PEOPLE.esi.id })
    await ama.send('POST', `/api/products/${ofEsi}/reviews`, { rating: 5, title: 'Good', comment: '' })
    const profile = () =>
      test.db.selectFrom('profiles').selectAll().where('id', '=', PEOPLE.ama.id).executeTakeFirstOrThrow()
    await test.db
      .updateTable('profiles')
      .set({ bio: 'I sell phones' })
      .where('id', '=', PEOPLE.ama.id)
      .execute()
    const before = await profile()
    const anybody = createAnonymousClient(test.app)
    const reviews = async () => (await anybody.send('GET', `/api/products/${ofEsi}/reviews`)).text()
    expect(await reviews()).toContain('Ama Mensah')
    await decide(yaw, { kind: 'person', id: PEOPLE.ama.id }, 'ban')
    expect((await anybody.send('GET', `/api/sellers/${PEOPLE.ama.id}`)).status).toBe(404)
    expect(await reviews()).not.toMatch(/Ama|Closed account/)
    for (const path of ['', `/${id}`, `/${id}/messages`]) {
      const text = await (await kofi.send('GET', `/api/conversations${path}`)).text()
      expect(text).not.toContain('Ama')
    }
    expect(await body(kofi.send('GET', `/api/conversations/${id}`))).toMatchObject({
      isBanned: true,
      other: { name: 'Closed account', avatar: null },
    })
    expect(await codeOf(kofi.send('POST', `/api/conversations/${id}/messages`, message()))).toBe(
      'person-banned',
    )
    const seen = await body<{ name: string }>(yaw.send('GET', `/api/moderation/people/${PEOPLE.ama.id}`))
    expect(seen.name).toBe('Ama Mensah')
    await decide(yaw, { kind: 'person', id: PEOPLE.ama.id }, 'restore')
    expect({ ...(await profile()), updated_at: '' }).toEqual({ ...before, updated_at: '' })
    expect(await reviews()).toContain('Ama Mensah')
    expect((await kofi.send('POST', `/api/conversations/${id}/messages`, message())).status).toBe(201)
  })

  it('cannot write first in an old conversation when limited, but can reply', async () => {
    const empty = await body<{ id: string }>(kofi.send('POST', '/api/conversations', { productId }))
    const write = (by: TestClient) =>
      by.send('POST', `/api/conversations/${empty.id}/messages`, {
        clientKey: crypto.randomUUID(),
        content: 'Is it still there?',
      })
    await decide(yaw, { kind: 'person', id: PEOPLE.kofi.id }, 'limit', { days: 3 })
    expect(await codeOf(write(kofi))).toBe('account-limited')
    expect((await write(ama)).status).toBe(201)
    expect((await write(kofi)).status).toBe(201)
  })

  it('can correct a listing when limited, but a changed product waits for review', async () => {
    const id = await insertProduct(test.db, { title: 'Samsung Galaxy A54', category_id: 'mobile' })
    await decide(yaw, { kind: 'person', id: PEOPLE.ama.id }, 'limit', { days: 3 })
    const save = async (version: number, change: object) =>
      body<{ status: string; version: number; hold: object | null }>(
        ama.send('PUT', `/api/selling/products/${id}`, {
          version,
          form: listingForm({ title: 'Samsung Galaxy A54', category: 'mobile', ...change }),
        }),
      )
    const cheaper = await save(1, { price: '10', description: 'Wroks well' })
    expect(cheaper).toMatchObject({ status: 'available', hold: null })
    const better = await save(cheaper.version, { price: '10', description: 'Works well' })
    expect(better.status).toBe('available')
    expect(await save(better.version, { title: 'Toyota Corolla 2015' })).toMatchObject({
      status: 'held',
      hold: { cause: 'changed-while-limited' },
    })
    expect((await queue(yaw)).items).toMatchObject([{ target: { kind: 'product', id } }])
    await decide(yaw, { kind: 'product', id }, 'approve')
    expect(await isShown(id)).toBe(true)
  })

  it('can read but start no conversation when limited', async () => {
    await decide(yaw, { kind: 'person', id: PEOPLE.kofi.id }, 'limit', { days: 3 })
    expect(await codeOf(kofi.send('POST', '/api/conversations', { productId }))).toBe('account-limited')
    expect((await kofi.send('GET', '/api/conversations')).status).toBe(200)
    expect(await isShown(productId)).toBe(true)
  })
})

it('a case shows the words that look like a trick, and the prohibited goods with their words', async () => {
  const title = 'Locally made pistol with bullets'
  const description = 'Never fired. Send a deposit first and I will bring it to you.'
  const form = listingForm({ title, description })
  const saved = await ama.send('PUT', `/api/selling/products/${productId}`, { version: 1, form })
  expect(saved.status).toBe(200)
  const [card] = (await queue(yaw)).items
  const { signals, proposal } = await body<Case>(yaw.send('GET', `/api/moderation/cases/${card?.id}`))
  expect(signals.map(({ note }) => (note?.parts ?? []).map(({ text }) => text).join(''))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^The words are ‘[^’]*deposit[^’]*’$/),
      expect.stringMatching(/^Guns, ammunition and other weapons: ‘[^’]*pistol[^’]*’$/),
    ]),
  )
  expect(proposal).toEqual({ action: 'remove', rule: 'no-money-first' })
})

describe('a private message', () => {
  async function reported() {
    const { id } = await body<{ id: string }>(kofi.send('POST', '/api/conversations', { productId }))
    let last = ''
    for (let count = 0; count < 8; count += 1) {
      const message = { content: `Words ${count}`, clientKey: crypto.randomUUID() }
      last = (await body<{ id: string }>(kofi.send('POST', `/api/conversations/${id}/messages`, message))).id
    }
    await send(ama, { kind: 'message', id: last })
    const [card] = (await queue(yaw)).items
    return { caseId: card?.id ?? '', messageId: last, conversationId: id }
  }

  it('is readable only through a report, with its context, and this is audited', async () => {
    const { caseId } = await reported()
    const detail = await body<Case>(yaw.send('GET', `/api/moderation/cases/${caseId}`))
    expect(JSON.stringify(detail)).not.toContain('Words')
    const looked = await body<{ messages: { text: string; isReported: boolean }[] }>(
      yaw.send('POST', `/api/moderation/cases/${caseId}/messages`),
    )
    expect(looked.messages).toHaveLength(6)
    expect(looked.messages.at(-1)).toMatchObject({ text: 'Words 7', isReported: true })
    const audit = await body<{ items: object[] }>(abena.send('GET', '/api/moderation/audit'))
    expect(audit.items[0]).toMatchObject({ action: 'looked-at-messages', actor: { id: STAFF.yaw.id } })
    expect((await yaw.send('GET', '/api/moderation/audit')).status).toBe(404)
  })

  it('shows what the guard sees in it now, from the side of its writer', async () => {
    const { id } = await body<{ id: string }>(kofi.send('POST', '/api/conversations', { productId }))
    const write = (by: TestClient, content: string) =>
      body<{ id: string }>(
        by.send('POST', `/api/conversations/${id}/messages`, { content, clientKey: crypto.randomUUID() }),
      )
    await write(kofi, 'Good morning')
    await write(kofi, 'Give me the code that came to your phone')
    const last = await write(ama, 'Send the deposit by MoMo first')
    await send(kofi, { kind: 'message', id: last.id })
    const [card] = (await queue(yaw)).items
    const look = async () => {
      const looked = body<{ messages: { guard: object[] }[] }>(
        yaw.send('POST', `/api/moderation/cases/${card?.id}/messages`),
      )
      return (await looked).messages.map(({ guard }) => guard)
    }
    const words = expect.stringMatching(/\bdeposit\b/) as string
    expect(await look()).toEqual([
      [],
      [{ rule: 'code', words: expect.stringMatching(/\bcode\b/) as string }],
      [{ rule: 'prepayment', words }],
    ])
    await test.db.deleteFrom('products').where('id', '=', productId).execute()
    expect((await look()).at(-1)).toContainEqual({ rule: 'prepayment', words })
  })

  it('can be reported by participants only, removed, and restored', async () => {
    const { messageId, conversationId } = await reported()
    expect(await codeOf(send(esi, { kind: 'message', id: messageId }))).toBe('not-found')
    const texts = async () =>
      (
        await body<{ messages: { content: string }[] }>(
          kofi.send('GET', `/api/conversations/${conversationId}/messages`),
        )
      ).messages.map(({ content }) => content)
    await decide(yaw, { kind: 'message', id: messageId }, 'remove')
    expect((await texts()).join()).not.toContain('Words 7')
    await decide(yaw, { kind: 'message', id: messageId }, 'restore')
    expect((await texts()).join()).toContain('Words 7')
  })
})

describe("a new account's first listing", () => {
  const held = async (minutes: string) => {
    const site = await createTestApp({
      database: test.database,
      secrets: test.secrets,
      settings: { FIRST_LISTING_MINUTES: minutes },
    })
    const seller = await signIn(site, 'esi')
    await test.db.deleteFrom('products').where('seller_id', '=', PEOPLE.esi.id).execute()
    const id = await insertProduct(test.db, { seller_id: PEOPLE.esi.id, status: 'draft' })
    await insertPhoto(test.db, id)
    const response = await seller.send('POST', `/api/selling/products/${id}/publish`, {
      version: 1,
      form: listingForm(),
    })
    const { status } = await body<{ status: string }>(response)
    return { id, status, site }
  }

  it('is shown at once if the operator turned the review off', async () => {
    await queue(yaw)
    const { status, site } = await held('0')
    expect(status).toBe('available')
    await site.close()
  })

  it('waits for an active moderator until a decision or the end of its time', async () => {
    await queue(yaw)
    const { id, status, site } = await held('5')
    expect(status).toBe('held')
    expect((await queue(yaw)).items.map(({ target }) => target.id)).toContain(id)
    const ctx = createTestContext({ db: test.db, url: test.database.url }, { jobs: site.jobs })
    const pass = (minutes: number) =>
      test.db
        .updateTable('product_holds')
        .set({ until: sql`until - make_interval(mins => ${minutes})` })
        .execute()
    await endHolds(ctx)
    expect(await isShown(id)).toBe(false)
    await pass(5)
    await endHolds(ctx)
    expect(await isShown(id)).toBe(true)
    await decide(yaw, { kind: 'product', id }, 'hold')
    await pass(5)
    await endHolds(ctx)
    expect(await isShown(id)).toBe(false)
    await pass(7 * 24 * 60)
    await endHolds(ctx)
    expect(await isShown(id)).toBe(true)
    await ctx.close()
    await site.close()
  })

  it('is shown at once if no moderator is active', async () => {
    await test.db
      .updateTable('staff')
      .set({ seen_at: new Date(0).toISOString() })
      .execute()
    const { status, site } = await held('5')
    expect(status).toBe('available')
    await site.close()
  })
})

describe('staff', () => {
  it('need two-factor and a session that has not ended', async () => {
    await test.db
      .updateTable('accounts')
      .set({ totp_enabled_at: null })
      .where('id', '=', STAFF.yaw.id)
      .execute()
    expect((await yaw.send('GET', '/api/moderation/cases')).status).toBe(404)
    await test.db.deleteFrom('sessions').where('account_id', '=', STAFF.abena.id).execute()
    expect((await abena.send('GET', '/api/moderation/cases')).status).toBe(401)
  })

  it('find people and listings, and administrators change others’ roles', async () => {
    const found = await body<{ people: { name: string }[] }>(
      yaw.send('GET', '/api/moderation/people?q=Mensah'),
    )
    expect(found.people.map(({ name }) => name)).toEqual(['Ama Mensah'])
    const byEmail = await body<{ people: object[] }>(
      yaw.send('GET', '/api/moderation/people?q=KOFI@example.com'),
    )
    expect(byEmail.people).toHaveLength(1)
    const listings = await body<{ listings: { id: string }[] }>(
      yaw.send('GET', '/api/moderation/listings?q=samsung%20galaxy'),
    )
    expect(listings.listings.some(({ id }) => id === productId)).toBe(true)
    const setRole = (by: TestClient, id: string) =>
      by.send('PUT', `/api/moderation/people/${id}/role`, { role: 'moderator' })
    expect((await setRole(abena, PEOPLE.esi.id)).status).toBe(200)
    expect(await codeOf(setRole(abena, STAFF.abena.id))).toBe('own-role')
    expect((await setRole(yaw, PEOPLE.kofi.id)).status).toBe(404)
    const decisions = await body<{ items: DecisionLine[] }>(abena.send('GET', '/api/moderation/decisions'))
    expect(decisions.items.length).toBeGreaterThan(0)
  })

  it('publish their monthly figures', async () => {
    await send(kofi, product())
    await decide(yaw, product(), 'remove')
    const { months } = await test.api.call('getTransparency', {})
    expect(months).toHaveLength(12)
    expect(months[0]?.reports).toBeGreaterThan(0)
    expect(months[0]?.removed).toBeGreaterThan(0)
  })

  it('count by the months of the site’s time zone', async () => {
    await send(kofi, product())
    const zone = 'Pacific/Kiritimati'
    const { length } = await test.db
      .updateTable('reports')
      .set({ created_at: sql`date_trunc('month', now() at time zone ${zone}) at time zone ${zone}` })
      .returning('id')
      .execute()
    expect((await selectMonths(test.db, zone))[0]?.reports).toBe(length)
  })
})

it('the index sanctions_that_end finds sanctions whose time is over', async () => {
  const plans = await largePlansOf(test.database, (db) => selectEndedSanctions(db, 100))
  expect(plans).toContain('sanctions_that_end')
})
