import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { type Access, type Endpoint, roleFor } from '#contract/endpoint.ts'
import { insertAccounts, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from './app.ts'
import { createAnonymousClient, type TestClient } from './anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import { insertLoosePhoto } from '#testing/pictures/photos.ts'
import { setUp } from '#testing/set-up.ts'
import { PREFERENCES } from '#testing/accounts/preferences.ts'
import { insertDeal } from '#testing/market/agreements.ts'
import { insertProduct } from '#testing/market/products.ts'
import { insertConversation, listingForm } from '#testing/market/selling.ts'

/** Sample input for an endpoint, and the statuses that differ from its declaration. */
interface Row {
  params?: Record<string, string>
  query?: string
  body?: object
  signedInLongAgo?: true
  endsSession?: true
  /** Status for everyone with access; defaults to the contract's success. */
  status?: number
  /** Status for Esi, a stranger to the object. */
  stranger?: number
  /** Status for Ama, the owner. */
  owner?: number
  /** Status for Yaw on staff calls. */
  moderator?: number
}

type Person = 'stranger' | 'owner' | 'moderator' | 'administrator'

/** Clients of Esi and Ama, and for staff calls of Yaw and Abena, who have decided nothing about the objects. */
let people: Record<Person, TestClient>
let productId: string
let draftId: string
let reviewId: string
let savedSearchId: string
let leavingId: string
/** Ama's session on another device. */
let sessionId: string
let notificationId: string
/** Ama's photo, in no listing yet. */
let photoId: string
/** Conversation of Kofi and Ama. */
let conversationId: string
let messageId: string
/** What Ama sold to Kofi, and reviewed him for. */
let dealId: string
/** Case about Ama's product. */
let caseId: string
/** Decision about Ama; a new one for each test, because it can be appealed only once. */
let decisionId: string

const test = setUp(createTestApp)
beforeAll(async () => {
  await insertAccounts(test.db)
  productId = await insertProduct(test.db)
  draftId = await insertProduct(test.db, { status: 'draft' })
  savedSearchId = (
    await test.db
      .insertInto('saved_searches')
      .values({ profile_id: PEOPLE.ama.id, query: '?region=Volta', keys: ['r/Volta'] })
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
  await insertMessages()
  await insertReviewedDeal()
  await signIn(test, 'ama')
  sessionId = (
    await test.db.selectFrom('sessions').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  ).id
  people = await signInAll()
  caseId = (
    await test.db
      .insertInto('cases')
      .values({ target_kind: 'product', target_id: leavingId, subject_id: PEOPLE.ama.id })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
})

const signInAll = async (): Promise<typeof people> => ({
  stranger: await signIn(test, 'esi'),
  owner: await signIn(test, 'ama'),
  moderator: await signInStaff(test, 'moderator', 'yaw'),
  administrator: await signInStaff(test, 'administrator', 'abena'),
})

async function insertMessages() {
  const kofi = await signIn(test, 'kofi')
  const opened = await kofi.send('POST', '/api/conversations', { productId })
  conversationId = ((await opened.json()) as { id: string }).id
  const sent = await kofi.send('POST', `/api/conversations/${conversationId}/messages`, message())
  messageId = ((await sent.json()) as { id: string }).id
}

async function insertReviewedDeal() {
  const [sellerId, buyerId] = [PEOPLE.ama.id, PEOPLE.kofi.id]
  const soldId = await insertProduct(test.db)
  const chat = await insertConversation(test.db, {
    productId: soldId,
    people: [sellerId, buyerId],
    senders: [],
  })
  dealId = await insertDeal(test.db, { conversationId: chat, productId: soldId, sellerId, buyerId })
  await test.db
    .insertInto('buyer_reviews')
    .values({ id: dealId, seller_id: sellerId, buyer_id: buyerId, rating: 4, counts: true })
    .execute()
}

beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  photoId = await insertLoosePhoto(test.db, PEOPLE.ama.id)
  decisionId = (
    await test.db
      .insertInto('decisions')
      .values({
        target_kind: 'product',
        target_id: productId,
        subject_id: PEOPLE.ama.id,
        moderator_id: SOMEBODY,
        action: 'warn',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  notificationId = (
    await test.db
      .insertInto('notifications')
      .values({ user_id: PEOPLE.ama.id, content: 'Your listing was looked at' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
})

const report = (kind: string, id: string) => ({
  target: { kind, id },
  reason: 'other',
  words: '',
})

const STRANGER_REFUSAL: Partial<Record<Access, number>> = { participant: 403, owner: 404 }
/** An id that nobody has. */
const SOMEBODY = '01930000-0000-7000-8000-0000000000ff'
const TOKEN = 'A'.repeat(43)
/** A push subscription whose endpoint belongs to no known push service. */
const BROWSER = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
}

const BUYER_REVIEW = { rating: 5, chips: ['on-time'], words: '' }
const EDIT = { version: 1, form: listingForm() }
const GUARD_RULE = {
  language: 'en',
  audience: 'both',
  severity: 'info',
  readerText: 'Be careful',
  writerText: 'They read that',
  patterns: ['you won'],
  exclusions: [],
  isLive: true,
}
const step = () => ({ clientKey: crypto.randomUUID(), step: 'withdraw' })
const message = () => ({ clientKey: crypto.randomUUID(), content: 'Hello' })

/** Several rows if access depends on more than the person. An endpoint without input needs no row. */
const matrix = (): Partial<Record<string, Row[]>> => ({
  listSuggestions: [{ query: '?q=sam' }],
  getProduct: [{ params: { id: productId } }, { params: { id: draftId }, status: 404 }],
  listReviews: [{ params: { id: productId } }, { params: { id: draftId }, status: 404 }],
  checkFavourites: [{ query: `?products=${productId}` }],
  addFavourite: [{ params: { id: productId } }, { params: { id: draftId }, status: 404 }],
  getProductImei: [{ params: { id: productId } }],
  setProductImei: [{ params: { id: productId }, body: { imei: null } }],
  checkImei: [{ body: { imei: '490154203237518' } }],
  reportStolenPhone: [{ body: { imei: '490154203237518', policeReport: 'GP/12/26' } }],
  deleteStolenPhone: [{ params: { id: SOMEBODY }, status: 404 }],
  blockPerson: [
    { params: { id: SOMEBODY }, status: 404 },
    { params: { id: PEOPLE.esi.id }, owner: 200, stranger: 403 },
  ],
  unblockPerson: [{ params: { id: PEOPLE.esi.id } }],
  removeFavourite: [{ params: { id: productId } }],
  mergeFavourites: [{ body: { productIds: [productId, draftId] } }],
  createSavedSearch: [{ body: { query: '?category=mobile', alert: 'daily' } }],
  updateSavedSearch: [{ params: { id: savedSearchId }, body: { alert: 'none' } }],
  deleteSavedSearch: [{ params: { id: savedSearchId } }],
  getOwnReview: [{ params: { id: productId } }],
  createReview: [
    { params: { id: productId }, body: {}, status: 422 },
    { params: { id: draftId }, body: { rating: 5, title: '', comment: '' }, status: 404 },
  ],
  // Kofi's review of Ama's product.
  updateReview: [{ params: { id: reviewId }, body: { rating: 5, title: '', comment: '' }, status: 404 }],
  deleteReview: [{ params: { id: reviewId }, status: 404 }],
  replyToReview: [{ params: { id: reviewId }, body: { text: 'Thank you.' } }],
  createBuyerReview: [{ params: { id: dealId }, body: BUYER_REVIEW, status: 409, stranger: 404 }],
  updateBuyerReview: [{ params: { id: dealId }, body: BUYER_REVIEW }],
  deleteBuyerReview: [{ params: { id: dealId } }],
  listBuyerReviews: [{ params: { id: PEOPLE.kofi.id } }, { params: { id: SOMEBODY }, status: 404 }],
  // Anybody may send it.
  sendContactMessage: [{ body: {}, status: 422 }],
  createOutsideReport: [{ body: {}, status: 422 }],
  register: [
    { body: { name: 'Ama', email: PEOPLE.ama.email, password: PASSWORD, terms: true }, status: 409 },
  ],
  verifyEmail: [{ body: { token: TOKEN }, status: 410 }],
  resendVerification: [{ body: { email: PEOPLE.ama.email } }],
  login: [{ body: { email: PEOPLE.ama.email, password: 'Wrong-1234' }, status: 401 }],
  refreshSession: [{ body: {} }],
  logout: [{ body: { scope: 'local' }, endsSession: true }],
  requestPasswordReset: [{ body: { email: PEOPLE.ama.email } }],
  requestSignInLink: [{ body: { email: PEOPLE.ama.email } }],
  openSignInLink: [{ body: { token: TOKEN }, status: 410 }],
  recoverSession: [{ body: { token: TOKEN }, status: 410 }],
  updatePassword: [{ body: { password: 'Brass-kettle-rests-1', current: 'Wrong-1234' }, status: 403 }],
  endDevice: [{ params: { id: sessionId } }],
  changeEmail: [{ body: { email: PEOPLE.kofi.email }, status: 409 }],
  confirmEmailChange: [{ body: { token: TOKEN }, status: 410 }],
  reauthenticate: [{ body: { password: 'Wrong-1234' }, status: 403 }],
  requestProofLink: [{}],
  // Both have a password.
  requestProofCode: [{ status: 403 }],
  checkBrowser: [{ body: {} }],
  // The request lacks a browser's proof of work.
  requestPhoneSignIn: [{ body: { phone: '+233241000998' }, status: 403 }],
  requestPhoneLink: [{ body: { phone: '+233241000998' } }],
  signInByPhone: [{ body: { phone: '+233241000997', code: '0000' }, status: 410 }],
  updatePreferences: [{ body: PREFERENCES }],
  // Only the person's mails contain such a token.
  unsubscribeMail: [{ params: { token: TOKEN }, status: 404 }],
  subscribePush: [{ body: BROWSER, status: 422 }],
  unsubscribePush: [{ body: { endpoint: BROWSER.endpoint } }],
  sendTestPush: [{ body: { endpoint: BROWSER.endpoint }, status: 404 }],
  renewPush: [
    {
      body: { old: { endpoint: BROWSER.endpoint, auth: BROWSER.keys.auth }, subscription: BROWSER },
      status: 422,
    },
  ],
  downloadExport: [{ body: { token: TOKEN }, status: 410 }],
  // A recent sign-in would delete the accounts.
  deleteAccount: [{ signedInLongAgo: true, status: 403 }],
  exchangeNativeCode: [{ body: { code: TOKEN, verifier: TOKEN }, status: 410 }],
  startTwoFactor: [{}],
  enableTwoFactor: [{ body: { code: '000000' }, status: 422 }],
  // Two-factor login is off for both.
  disableTwoFactor: [{ body: { code: '000000' }, status: 409 }],
  cancelTwoFactor: [{}],
  renewRecoveryCodes: [{ body: { code: '000000' }, status: 409 }],
  verifyTwoFactor: [{ body: { challenge: TOKEN, code: '000000' }, status: 410 }],
  sendPhoneCode: [{ body: { phone: '+233100000999' } }],
  verifyPhone: [{ body: { phone: '+233100000999', code: '0000' }, status: 422 }],
  updateProfile: [{ body: {}, status: 422 }],
  getSeller: [{ params: { id: PEOPLE.ama.id } }, { params: { id: productId }, status: 404 }],
  listSellerProducts: [{ params: { id: PEOPLE.ama.id } }, { params: { id: productId }, status: 404 }],
  revealContact: [{ params: { id: PEOPLE.ama.id }, body: { kind: 'phone' } }],
  markNotificationRead: [{ params: { id: notificationId } }],
  deleteNotification: [{ params: { id: notificationId } }],
  restoreNotification: [{ params: { id: notificationId } }],
  listOwnProducts: [{}, { query: '?drafts=yes' }],
  getOwnProduct: [{ params: { id: productId } }, { params: { id: draftId } }],
  createDraft: [{ body: { clientKey: sessionId, form: listingForm() } }],
  updateDraft: [
    { params: { id: draftId }, body: EDIT },
    { params: { id: productId }, body: EDIT, status: 409 },
  ],
  // It has no photo yet.
  publishProduct: [{ params: { id: draftId }, body: { ...EDIT, version: 2 }, status: 422 }],
  updateProduct: [
    { params: { id: productId }, body: EDIT },
    { params: { id: draftId }, body: EDIT, status: 409 },
  ],
  setProductStatus: [
    { params: { id: productId }, body: { version: 2, status: 'reserved' } },
    { params: { id: draftId }, body: { version: 2, status: 'available' }, status: 409 },
  ],
  answerHold: [{ params: { id: productId }, body: { words: 'It is mine' }, status: 409 }],
  checkListing: [{ body: { title: 'Kettle', description: 'Send a deposit first' } }],
  getPriceRange: [{ query: '?category=mobile&title=iPhone' }],
  listInterestedBuyers: [{ params: { id: productId } }],
  deleteProduct: [{ params: { id: leavingId }, query: '?version=1' }],
  openConversation: [
    { body: { productId }, owner: 403 },
    { body: { productId: draftId }, status: 404 },
  ],
  getConversation: [
    { params: { id: conversationId } },
    { params: { id: productId }, status: 404, stranger: 404 },
  ],
  listMessages: [
    { params: { id: conversationId } },
    { params: { id: productId }, status: 404, stranger: 404 },
  ],
  sendMessage: [
    { params: { id: conversationId }, body: message() },
    { params: { id: productId }, body: message(), status: 404, stranger: 404 },
  ],
  takeStep: [
    { params: { id: conversationId }, body: step(), status: 409, stranger: 403 },
    { params: { id: productId }, body: step(), status: 404, stranger: 404 },
  ],
  makeOffer: [
    { params: { id: productId }, body: {}, status: 422 },
    { params: { id: draftId }, body: { clientKey: crypto.randomUUID(), price: 1 }, status: 404 },
  ],
  listAgreements: [{}],
  listWaitingAgreements: [{}],
  markRead: [
    { params: { id: conversationId }, body: { seq: 1 } },
    { params: { id: productId }, body: { seq: 1 }, status: 404, stranger: 404 },
  ],
  setReaction: [
    { params: { id: messageId }, body: { reaction: 'heart' } },
    { params: { id: productId }, body: { reaction: 'heart' }, status: 404, stranger: 404 },
  ],
  reportFalseAlarm: [{ params: { id: messageId }, status: 404, stranger: 404 }],
  createReport: [
    { body: report('product', productId), owner: 404 },
    { body: report('message', messageId), stranger: 404 },
    { body: report('review', reviewId) },
  ],
  createAppeal: [{ params: { id: decisionId }, body: { words: 'It is mine' } }],
  readDecision: [{ body: { token: 'none' }, status: 410 }],
  createMailedAppeal: [{ body: { token: 'none', words: 'It is mine' }, status: 410 }],
  getCase: [{ params: { id: caseId } }],
  claimCase: [{ params: { id: caseId } }],
  leaveCase: [{ params: { id: caseId } }],
  listCaseNotes: [{ params: { id: caseId } }],
  addCaseNote: [
    {
      params: { id: caseId },
      body: {
        // Each person sends a note of their own.
        get id() {
          return crypto.randomUUID()
        },
        text: 'Ask her for the receipt',
      },
    },
  ],
  deleteCaseNote: [{ params: { id: caseId, noteId: caseId }, status: 404 }],
  lookAtMessages: [{ params: { id: caseId }, status: 404 }],
  decide: [
    {
      body: {
        target: { kind: 'product', id: productId },
        action: 'warn',
        rule: 'no-spam',
        words: 'Once is enough.',
        days: null,
      },
    },
  ],
  undoDecision: [{ params: { id: decisionId }, status: 404 }],
  decideCases: [{ body: { caseIds: [SOMEBODY], action: 'approve', rule: null, words: '', days: null } }],
  undoDecisions: [{ body: { ids: [decisionId] } }],
  decideAppeal: [{ params: { id: productId }, body: { outcome: 'upheld', words: 'Right' }, status: 404 }],
  tryGuardRule: [{ body: { patterns: ['you won'], exclusions: [], texts: [] } }],
  createGuardRule: [{ body: {}, status: 422 }],
  updateGuardRule: [{ params: { id: '9999' }, body: GUARD_RULE, status: 404 }],
  tryWordList: [{ params: { name: 'apps' }, body: { words: ['word'] } }],
  updateWordList: [{ params: { name: 'nothing' }, body: { words: ['word'] }, status: 404 }],
  decideHeldMessage: [{ params: { id: SOMEBODY }, body: { outcome: 'released', words: '' }, status: 404 }],
  findPeople: [{ query: '?q=ama' }],
  findListings: [{ query: '?q=samsung' }],
  getModeratedPerson: [{ params: { id: PEOPLE.ama.id } }],
  setNotice: [
    { body: { text: 'Back soon', kind: 'info', endsAt: new Date(Date.now() + 60_000).toISOString() } },
  ],
  refuseWord: [{ body: { word: 'rude' } }],
  allowWord: [{ body: { word: 'rude' } }],
  changeCategory: [
    { params: { id: 'mobile' }, body: { name: 'Phones & Tablets', rank: null, isHidden: false } },
  ],
  deleteListing: [{ params: { id: draftId }, status: 404 }],
  deletePerson: [{ params: { id: productId }, status: 404 }],
  retryFailedJob: [{ params: { id: productId }, status: 404 }],
  dropFailedJob: [{ params: { id: productId }, status: 404 }],
  setRole: [{ params: { id: PEOPLE.esi.id }, body: { role: null } }],
  arrangePhotos: [{ params: { id: productId }, body: { photos: [] } }],
  deletePhoto: [{ params: { id: photoId } }],
  assignPhotos: [{ body: { photos: [photoId], productId: draftId } }],
  recordView: [{ params: { id: productId } }, { params: { id: draftId } }],
})

function addressOf(endpoint: Endpoint, { params = {}, query = '' }: Row) {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') + query
}

/** Expected statuses: those of the declaration unless the row differs. */
function expectedStatuses(endpoint: Endpoint, row: Row): Record<string, number> {
  const status = row.status ?? endpoint.status ?? 200
  const role = roleFor(endpoint)
  if (role) {
    const staff = row.moderator ?? status
    const moderator = role === 'moderator' ? staff : 404
    return { anonymous: 404, stranger: 404, owner: 404, moderator, administrator: staff }
  }
  return {
    anonymous: endpoint.access === 'everyone' ? status : 401,
    stranger: row.stranger ?? STRANGER_REFUSAL[endpoint.access] ?? status,
    owner: row.owner ?? status,
  }
}

async function statusesOf(endpoint: Endpoint, row: Row): Promise<Record<string, number>> {
  const body = row.body ?? (endpoint.body ? {} : undefined)
  const send = async (client: TestClient) =>
    (await client.send(endpoint.method, addressOf(endpoint, row), body)).status
  if (row.signedInLongAgo)
    await test.db
      .updateTable('sessions')
      .set({ created_at: new Date(0).toISOString() })
      .execute()
  const statuses = {
    anonymous: await send(createAnonymousClient(test.app)),
    stranger: await send(people.stranger),
    owner: await send(people.owner),
    ...(roleFor(endpoint) && {
      moderator: await send(people.moderator),
      administrator: await send(people.administrator),
    }),
  }
  if (row.signedInLongAgo || row.endsSession) people = await signInAll()
  return statuses
}

describe('the access matrix', () => {
  it.each(Object.entries(contract))(
    '%s answers each person as declared',
    async (name, endpoint: Endpoint) => {
      const needsInput = endpoint.params !== undefined || endpoint.body !== undefined
      const rows = matrix()[name] ?? (needsInput ? [] : [{}])
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows)
        expect(await statusesOf(endpoint, row), JSON.stringify(row)).toEqual(expectedStatuses(endpoint, row))
    },
  )

  it('has no row for a deleted endpoint', () => {
    expect(Object.keys(matrix()).filter((name) => !(name in contract))).toEqual([])
  })
})
