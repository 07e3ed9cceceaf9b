import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { insertAccounts, PASSWORD, signIn } from './accounts.ts'
import { createTestApp, type TestApp } from './app.ts'
import { createVisitor, type Visitor } from './browser-like.ts'
import { PEOPLE } from './people.ts'
import { insertProduct } from './products.ts'

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
/** A session of Ama's on another device. */
let sessionId: string

beforeAll(async () => {
  test = await createTestApp()
  await insertAccounts(test.db)
  productId = await insertProduct(test.db)
  draftId = await insertProduct(test.db, { status: 'draft' })
})
afterAll(() => test.close())

beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  await signIn(test, 'ama')
  const newest = test.db.selectFrom('sessions').select('id').orderBy('id', 'desc')
  sessionId = (await newest.executeTakeFirstOrThrow()).id
})

const TOKEN = 'A'.repeat(43)
const everyone = (status: number) => ({ visitor: status, stranger: status, owner: status })
/** What concerns only whoever asks: each gets their own, and there is no way to name another's. */
const oneself = (status: number) => ({ visitor: 401, stranger: status, owner: status })

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
  savePreferences: [{ body: { email: true, push: true }, ...oneself(200) }],
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
