import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createTestApp, type TestApp } from './app.ts'
import { PEOPLE } from './people.ts'
import { insertProduct } from './products.ts'

interface Row {
  params?: Record<string, string>
  query?: string
  /** Status for each kind of caller. */
  visitor: number
}

let test: TestApp
let productId: string
let draftId: string

beforeAll(async () => {
  test = await createTestApp()
  productId = await insertProduct(test.db)
  draftId = await insertProduct(test.db, { status: 'draft' })
})
afterAll(() => test.close())

/** Who gets what from every endpoint. A new endpoint without a row fails the last test. */
const matrix = (): Record<string, Row[]> => ({
  listCategories: [{ visitor: 200 }],
  listFeatured: [{ visitor: 200 }],
  searchProducts: [{ visitor: 200 }],
  suggest: [{ query: '?q=sam', visitor: 200 }],
  getProduct: [
    { params: { id: productId }, visitor: 200 },
    { params: { id: draftId }, visitor: 404 },
  ],
  listReviews: [
    { params: { id: productId }, visitor: 200 },
    { params: { id: draftId }, visitor: 404 },
  ],
  register: [{ visitor: 415 }],
  verifyEmail: [{ visitor: 415 }],
  resendVerification: [{ visitor: 415 }],
  login: [{ visitor: 415 }],
  refreshSession: [{ visitor: 415 }],
  logout: [{ visitor: 401 }],
  requestPasswordReset: [{ visitor: 415 }],
  recoverSession: [{ visitor: 415 }],
  updatePassword: [{ visitor: 401 }],
  listDevices: [{ visitor: 401 }],
  endDevice: [{ params: { id: productId }, visitor: 401 }],
  endOtherDevices: [{ visitor: 401 }],
  getAccount: [{ visitor: 401 }],
  changeEmail: [{ visitor: 401 }],
  confirmEmailChange: [{ visitor: 415 }],
  reauthenticate: [{ visitor: 401 }],
  getPreferences: [{ visitor: 401 }],
  savePreferences: [{ visitor: 401 }],
  getExport: [{ visitor: 401 }],
  requestExport: [{ visitor: 401 }],
  downloadExport: [{ visitor: 401 }],
  deleteAccount: [{ visitor: 401 }],
  exchangeNativeCode: [{ visitor: 415 }],
  startTwoFactor: [{ visitor: 401 }],
  enableTwoFactor: [{ visitor: 401 }],
  disableTwoFactor: [{ visitor: 401 }],
  passTwoFactor: [{ visitor: 415 }],
  getSecurity: [{ visitor: 401 }],
  sendPhoneCode: [{ visitor: 401 }],
  verifyPhone: [{ visitor: 401 }],
  getProfile: [{ visitor: 401 }],
  saveProfile: [{ visitor: 401 }],
  deleteAvatar: [{ visitor: 401 }],
  getSeller: [
    { params: { id: PEOPLE.ama.id }, visitor: 200 },
    { params: { id: productId }, visitor: 404 },
  ],
  listSellerProducts: [
    { params: { id: PEOPLE.ama.id }, visitor: 200 },
    { params: { id: productId }, visitor: 404 },
  ],
  revealContact: [{ params: { id: PEOPLE.ama.id }, visitor: 401 }],
})

function addressOf(endpoint: Endpoint, { params = {}, query = '' }: Row) {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') + query
}

describe('access matrix', () => {
  it.each(Object.entries(contract))('%s', async (name, endpoint: Endpoint) => {
    const rows = matrix()[name] ?? []
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      const response = await test.app.request(addressOf(endpoint, row), { method: endpoint.method })
      expect(response.status, `${name} ${JSON.stringify(row)}`).toBe(row.visitor)
    }
  })

  it('has no row for an endpoint that is gone', () => {
    expect(Object.keys(matrix()).filter((name) => !(name in contract))).toEqual([])
  })
})
