import type { Page } from '@playwright/test'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import { publishListing } from '#e2e/listings.ts'
import { newPerson, signedIn } from '#e2e/people.ts'

const width = 390

/** What stands beyond the screen, and words that their button cuts off. What can be scrolled to its side is no matter. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const canScroll = (element: Element): boolean => {
      const around = element.parentElement
      return around !== null && (/auto|scroll/.test(getComputedStyle(around).overflowX) || canScroll(around))
    }
    const controls = [...document.querySelectorAll('button, a.button, select, input')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    )
    const wrong = controls.filter((element) => {
      const { right, left, width: own } = element.getBoundingClientRect()
      const isBeyond = own > 1 && right > 0 && !canScroll(element) && (right > innerWidth + 1 || left < -1)
      const isCut = element.matches('button, a') && own > 1 && element.scrollWidth > element.clientWidth + 1
      return isBeyond || isCut
    })
    return wrong.map((element) => element.outerHTML.slice(0, 160))
  })

async function expectHolds(page: Page) {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expect(await cutOff(page), 'cut off').toEqual([])
}

let email = ''
test.beforeAll(async () => {
  email = await newPerson('Aba Reads Large')
})

async function ownConversation(): Promise<string> {
  const seller = await signedIn(await newPerson('Yaa Sells Large'))
  const productId = await publishListing(seller, 'Large print dictionary')
  const buyer = await signedIn(email)
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  return `/conversation/${id}`
}

const NOTHING_FOUND = '/products?search=qqqxxzz&category=electronics'

for (const address of ['/', '/products', NOTHING_FOUND, '/create-product', '/messages'])
  test(`text of twice the size holds at ${address}`, async ({ openSignedIn }) => {
    await expectHolds(await openSignedIn(address, { email, width }))
  })

test('text of twice the size holds in a conversation', async ({ openSignedIn }) => {
  await expectHolds(await openSignedIn(await ownConversation(), { email, width }))
})

test('text of twice the size holds at a product and its seller', async ({ openSignedIn }) => {
  const page = await openSignedIn('/products?search=sofa', { email, width })
  await page.locator('.product-card').first().click()
  const seller = page.locator('main a[href^="/sellers/"]')
  await seller.first().waitFor()
  await page.waitForURL(/\/products\/[\w-]{36}/)
  await page.getByRole('radiogroup', { name: 'Rating' }).waitFor()
  await expectHolds(page)
  await seller.first().click()
  await page.waitForURL(/\/sellers\//)
  await page.locator('.product-card').first().waitFor()
  await expectHolds(page)
})
