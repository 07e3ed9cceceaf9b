import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { insertAccounts, PASSWORD, signIn } from './accounts.ts'
import { createTestApp, type TestApp } from './app.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { PEOPLE } from './people.ts'
import { insertLoosePhoto } from './photos.ts'
import { PREFERENCES } from './preferences.ts'
import { insertProduct } from './products.ts'
import { listingForm } from './selling.ts'

interface Row {
  params?: Record<string, string>
  query?: string
  body?: object
  /** Statuses: of nobody signed in, of Esi whom the thing does not concern, of Ama whose it is. */
  visitor: number
  stranger: number
  owner: number
}

let test: TestApp
let productId: string
let draftId: string
let reviewId: string
let savedSearchId: string
let leavingId: string
/** A session of Ama's on another device. */
let sessionId: string
let notificationId: string
/** Of Ama's, in no listing yet. */
let photoId: string
/** Of Kofi's and Ama's. */
let conversationId: string
let messageId: string

beforeAll(async () => {
  test = await createTestApp()
  await insertAccounts(test.db)
  productId = await insertProduct(test.db)
  draftId = await insertProduct(test.db, { status: 'draft' })
  savedSearchId = (
    await test.db
      .insertInto('saved_searches')
      .values({ profile_id: PEOPLE.kofi.id, query: '?region=Volta', keys: ['r/Volta'] })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  reviewId = (
    await test.db
      .insertInto('product_reviews')
      .values({ product_id: productId, reviewer_id: PEOPLE.kofi.id, rating: 4 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  leavingId = await insertProduct(test.db)
  await insertTalk()
})
afterAll(() => test.close())

async function insertTalk() {
  const kofi = await signIn(test, 'kofi')
  const opened = await kofi.send('POST', '/api/conversations', { productId })
  conversationId = ((await opened.json()) as { id: string }).id
  const sent = await kofi.send('POST', `/api/conversations/${conversationId}/messages`, message())
  messageId = ((await sent.json()) as { id: string }).id
}

beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  photoId = await insertLoosePhoto(test.db, PEOPLE.ama.id)
  await signIn(test, 'ama')
  const newest = test.db.selectFrom('sessions').select('id').orderBy('id', 'desc')
  sessionId = (await newest.executeTakeFirstOrThrow()).id
  notificationId = (
    await test.db
      .insertInto('notifications')
      .values({ user_id: PEOPLE.ama.id, content: 'Your listing was looked at' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
})

const TOKEN = 'A'.repeat(43)
/** At no push service. */
const BROWSER = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
}
const everyone = (status: number) => ({ visitor: status, stranger: status, owner: status })
/** What concerns only whoever asks: each gets their own, and there is no way to name another's. */
const oneself = (status: number) => ({ visitor: 401, stranger: status, owner: status })

const EDIT = { version: 1, form: listingForm() }
const message = () => ({ clientKey: crypto.randomUUID(), content: 'Hello' })
/** What two people say to each other: others are told that it is not theirs to see. */
const shared = (status: number) => ({ visitor: 401, stranger: 403, owner: status })
/** Of a thing whose very existence is its owner's alone. */
const owned = (status: number) => ({ visitor: 401, stranger: 404, owner: status })

/** Who gets what from every endpoint. A new endpoint without a row fails. */
const matrix = (): Record<string, Row[]> => ({
  listCategories: [everyone(200)],
  listFeatured: [everyone(200)],
  searchProducts: [everyone(200)],
  suggest: [{ query: '?q=sam', ...everyone(200) }],
  getProduct: [
    { params: { id: productId }, ...everyone(200) },
    { params: { id: draftId }, ...everyone(404) },
  ],
  listReviews: [
    { params: { id: productId }, ...everyone(200) },
    { params: { id: draftId }, ...everyone(404) },
  ],
  listFavourites: [oneself(200)],
  whichFavourites: [{ query: `?products=${productId}`, ...oneself(200) }],
  keepFavourite: [
    { params: { id: productId }, ...oneself(200) },
    { params: { id: draftId }, ...oneself(404) },
  ],
  dropFavourite: [{ params: { id: productId }, ...oneself(200) }],
  mergeFavourites: [{ body: { productIds: [productId, draftId] }, ...oneself(200) }],
  listSavedSearches: [oneself(200)],
  saveSearch: [{ body: { query: '?category=mobile', alert: 'daily' }, ...oneself(201) }],
  // The search is Kofi's.
  setSearchAlert: [{ params: { id: savedSearchId }, body: { alert: 'none' }, ...oneself(404) }],
  deleteSavedSearch: [{ params: { id: savedSearchId }, ...oneself(404) }],
  getOwnReview: [{ params: { id: productId }, ...oneself(200) }],
  createReview: [
    { params: { id: productId }, body: {}, ...oneself(422) },
    { params: { id: draftId }, body: { rating: 5, title: '', comment: '' }, ...oneself(404) },
  ],
  // The review is by Kofi, about a product of Ama's.
  editReview: [{ params: { id: reviewId }, body: { rating: 5, title: '', comment: '' }, ...oneself(404) }],
  deleteReview: [{ params: { id: reviewId }, ...oneself(404) }],
  replyToReview: [
    { params: { id: reviewId }, body: { text: 'Thank you.' }, visitor: 401, stranger: 404, owner: 201 },
  ],
  // By whoever fills it in.
  sendContact: [{ body: {}, ...everyone(422) }],
  register: [
    { body: { name: 'Ama', email: PEOPLE.ama.email, password: PASSWORD, terms: true }, ...everyone(409) },
  ],
  verifyEmail: [{ body: { token: TOKEN }, ...everyone(410) }],
  resendVerification: [{ body: { email: PEOPLE.ama.email }, ...everyone(202) }],
  login: [{ body: { email: PEOPLE.ama.email, password: 'Wrong-1234' }, ...everyone(401) }],
  refreshSession: [{ body: {}, visitor: 401, stranger: 200, owner: 200 }],
  logout: [{ body: { scope: 'local' }, ...oneself(200) }],
  requestPasswordReset: [{ body: { email: PEOPLE.ama.email }, ...everyone(202) }],
  recoverSession: [{ body: { token: TOKEN }, ...everyone(410) }],
  updatePassword: [{ body: { password: 'Brand-new-1', current: 'Wrong-1234' }, ...oneself(403) }],
  listDevices: [oneself(200)],
  endDevice: [{ params: { id: sessionId }, visitor: 401, stranger: 404, owner: 200 }],
  endOtherDevices: [oneself(200)],
  getAccount: [oneself(200)],
  changeEmail: [{ body: { email: 'new@example.com', password: 'Wrong-1234' }, ...oneself(403) }],
  confirmEmailChange: [{ body: { token: TOKEN }, ...everyone(410) }],
  reauthenticate: [{ body: { password: 'Wrong-1234' }, ...oneself(403) }],
  getPreferences: [oneself(200)],
  savePreferences: [{ body: PREFERENCES, ...oneself(200) }],
  // Whoever has no mail of the person has no such token.
  stopMail: [{ params: { token: TOKEN }, ...everyone(404) }],
  getPushKey: [oneself(200)],
  subscribePush: [{ body: BROWSER, ...oneself(422) }],
  unsubscribePush: [{ body: { endpoint: BROWSER.endpoint }, ...oneself(200) }],
  testPush: [{ body: { endpoint: BROWSER.endpoint }, ...oneself(404) }],
  renewPush: [
    {
      body: { old: { endpoint: BROWSER.endpoint, auth: BROWSER.keys.auth }, subscription: BROWSER },
      ...everyone(422),
    },
  ],
  getExport: [oneself(200)],
  requestExport: [oneself(202)],
  downloadExport: [{ body: { token: TOKEN }, ...oneself(410) }],
  // Only within minutes of having shown the password again.
  deleteAccount: [oneself(403)],
  exchangeNativeCode: [{ body: { code: TOKEN, verifier: TOKEN }, ...everyone(410) }],
  startTwoFactor: [oneself(200)],
  enableTwoFactor: [{ body: { code: '000000' }, ...oneself(422) }],
  // It is off for both.
  disableTwoFactor: [{ body: { code: '000000' }, ...oneself(409) }],
  passTwoFactor: [{ body: { challenge: TOKEN, code: '000000' }, ...everyone(410) }],
  getSecurity: [oneself(200)],
  sendPhoneCode: [{ body: { phone: '+233100000999' }, ...oneself(202) }],
  verifyPhone: [{ body: { phone: '+233100000999', code: '0000' }, ...oneself(422) }],
  getProfile: [oneself(200)],
  saveProfile: [{ body: {}, ...oneself(422) }],
  deleteAvatar: [oneself(200)],
  getSeller: [
    { params: { id: PEOPLE.ama.id }, ...everyone(200) },
    { params: { id: productId }, ...everyone(404) },
  ],
  listSellerProducts: [
    { params: { id: PEOPLE.ama.id }, ...everyone(200) },
    { params: { id: productId }, ...everyone(404) },
  ],
  revealContact: [{ params: { id: PEOPLE.ama.id }, body: { kind: 'phone' }, ...oneself(200) }],
  listNotifications: [oneself(200)],
  countUnreadNotifications: [oneself(200)],
  markNotificationRead: [{ params: { id: notificationId }, ...owned(200) }],
  markAllNotificationsRead: [oneself(200)],
  deleteNotification: [{ params: { id: notificationId }, ...owned(200) }],
  listOwnProducts: [oneself(200), { query: '?drafts=yes', ...oneself(200) }],
  getOwnProduct: [
    { params: { id: productId }, ...owned(200) },
    { params: { id: draftId }, ...owned(200) },
  ],
  createDraft: [{ body: { clientKey: sessionId, form: listingForm() }, ...oneself(201) }],
  saveDraft: [
    { params: { id: draftId }, body: EDIT, ...owned(200) },
    { params: { id: productId }, body: EDIT, ...owned(409) },
  ],
  // It has no photo yet.
  publishProduct: [{ params: { id: draftId }, body: { ...EDIT, version: 2 }, ...owned(422) }],
  saveProduct: [
    { params: { id: productId }, body: EDIT, ...owned(200) },
    { params: { id: draftId }, body: EDIT, ...owned(409) },
  ],
  setProductStatus: [
    { params: { id: productId }, body: { status: 'reserved' }, ...owned(200) },
    { params: { id: draftId }, body: { status: 'available' }, ...owned(409) },
  ],
  listInterested: [{ params: { id: productId }, ...owned(200) }],
  deleteProduct: [{ params: { id: leavingId }, ...owned(200) }],
  listConversations: [oneself(200)],
  countUnreadConversations: [oneself(200)],
  openConversation: [
    { body: { productId }, visitor: 401, stranger: 200, owner: 403 },
    { body: { productId: draftId }, ...oneself(404) },
  ],
  getConversation: [
    { params: { id: conversationId }, ...shared(200) },
    { params: { id: productId }, ...oneself(404) },
  ],
  listMessages: [
    { params: { id: conversationId }, ...shared(200) },
    { params: { id: productId }, ...oneself(404) },
  ],
  sendMessage: [
    { params: { id: conversationId }, body: message(), ...shared(201) },
    { params: { id: productId }, body: message(), ...oneself(404) },
  ],
  markRead: [
    { params: { id: conversationId }, body: { seq: 1 }, ...shared(200) },
    { params: { id: productId }, body: { seq: 1 }, ...oneself(404) },
  ],
  react: [
    { params: { id: messageId }, body: { reaction: 'heart' }, ...shared(200) },
    { params: { id: productId }, body: { reaction: 'heart' }, ...oneself(404) },
  ],
  listLoosePhotos: [oneself(200)],
  arrangePhotos: [
    { params: { id: productId }, body: { photos: [] }, visitor: 401, stranger: 404, owner: 200 },
  ],
  deletePhoto: [{ params: { id: photoId }, visitor: 401, stranger: 404, owner: 200 }],
  assignPhotos: [
    { body: { photos: [photoId], productId: draftId }, visitor: 401, stranger: 404, owner: 200 },
  ],
  countView: [
    { params: { id: productId }, ...everyone(202) },
    { params: { id: draftId }, ...everyone(202) },
  ],
})

function addressOf(endpoint: Endpoint, { params = {}, query = '' }: Row) {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') + query
}

async function statusesOf(
  endpoint: Endpoint,
  row: Row,
): Promise<Pick<Row, 'visitor' | 'stranger' | 'owner'>> {
  const body = row.body ?? (endpoint.body ? {} : undefined)
  const ask = async (visitor: Visitor) =>
    (await visitor.send(endpoint.method, addressOf(endpoint, row), body)).status
  return {
    visitor: await ask(createVisitor(test.app)),
    stranger: await ask(await signIn(test, 'esi')),
    owner: await ask(await signIn(test, 'ama')),
  }
}

describe('access matrix', () => {
  it.each(Object.entries(contract))('%s', async (name, endpoint: Endpoint) => {
    const rows = matrix()[name] ?? []
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      const { visitor, stranger, owner } = row
      expect(await statusesOf(endpoint, row), JSON.stringify(row)).toEqual({ visitor, stranger, owner })
    }
  })

  it('has no row for an endpoint that is gone', () => {
    expect(Object.keys(matrix()).filter((name) => !(name in contract))).toEqual([])
  })
})
