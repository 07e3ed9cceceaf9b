import { expect } from '@playwright/test'
import { findLayoutFaults } from './layout-faults.ts'
import { changedOver } from '#e2e/page-checks.ts'
import { test } from './looks.ts'
import { POOR_PERSON, POOR_TITLE } from './market.ts'
import { type PageLook, productAt } from './page-looks.ts'

const NOBODY = POOR_PERSON.email
/** Pages with names and titles of a usual length. */
const LOOKS: Record<string, PageLook> = {
  'the front page': { at: '/' },
  'the front page of a member': { at: '/', as: NOBODY },
  'the products': { at: '/products' },
  'no product': { at: '/products?search=qqqxxzz&category=mobile' },
  'a product': { at: productAt(POOR_TITLE), as: NOBODY },
  'a seller': { at: ({ poorSellerId }) => `/sellers/${poorSellerId}`, as: NOBODY },
  'a new listing': { at: '/create-product', as: NOBODY },
  messages: { at: '/messages', as: NOBODY },
  'a conversation': { at: ({ poorConversationId }) => `/conversation/${poorConversationId}`, as: NOBODY },
  settings: { at: '/settings-page', as: NOBODY },
}

for (const [name, look] of Object.entries(LOOKS))
  test(`text of twice the size holds: ${name}`, async ({ openLook }) => {
    const page = await openLook(look)
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
    await changedOver(page)
    expect(await findLayoutFaults(page)).toEqual([])
  })
