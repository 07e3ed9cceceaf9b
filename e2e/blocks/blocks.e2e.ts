import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { publishListing } from '#e2e/listings.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, expectShown } from '#e2e/page-checks.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

/** What the server refuses on purpose is noted by the browser. */
const REFUSED = [/\b409\b/]
const TITLE = 'Enamel teapot without a lid'

let sellerEmail = ''
let productId = ''
test.beforeAll(async () => {
  sellerEmail = await newPerson('Akosua Sells Teapots')
  productId = await publishListing(await signedIn(sellerEmail), TITLE)
})

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const composer = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const card = (page: Page) => page.getByRole('main').getByRole('link').filter({ hasText: TITLE })

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await composer(page).click()
}

async function blockFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('button', { name: `Block ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a seller blocks a buyer in their conversation, and both are apart until she undoes it', async ({
  openSignedIn,
}) => {
  const buyerEmail = await newPerson('Kwabena Buys')
  const person = await signedIn(buyerEmail)
  const { id } = await person.call<{ id: string }>('POST', '/api/conversations', { productId })
  const path = `/conversation/${id}`
  const buyer = await openSignedIn(path, { width: 390, email: buyerEmail, expected: REFUSED })
  await write(buyer, 'Give it to me for nothing')
  const seller = await openSignedIn(path, { width: 1280, email: sellerEmail })
  await expectShown(seller.getByText('Give it to me for nothing').last())
  await expectShown(buyer.getByText('Online', { exact: true }))

  await seller.getByRole('button', { name: 'More about Kwabena Buys' }).click()
  await expectShown(seller.getByRole('button', { name: 'Block Kwabena Buys' }))
  await expectNoAxeViolations(seller)
  await seller.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await blockFromMenu(seller, 'Kwabena Buys')
  await expectShown(seller.getByText('You blocked Kwabena Buys.'))
  expect(await composer(seller).count()).toBe(0)
  await expectNoAxeViolations(seller)
  // He is shown what he would see of anybody who is away, and no word of why.
  await expectShown(buyer.getByText('Offline', { exact: true }))
  await write(buyer, 'Hello?')
  await expectShown(buyer.getByText('This person cannot receive messages now.'))
  expect(await buyer.getByText(/block/i).count()).toBe(0)
  await expectNoSidewaysScroll(buyer)

  // The list of the seller is without him, his lists are without her.
  await seller.goto('/messages')
  await hydrated(seller)
  await expectShown(seller.getByRole('heading', { level: 1, name: 'Messages' }))
  await expectSoon(() => seller.getByText('Give it to me for nothing').count()).toBe(0)
  await buyer.goto(`/products?search=${encodeURIComponent(TITLE)}`)
  await hydrated(buyer)
  await expectSoon(() => card(buyer).count()).toBe(0)
  await buyer.goto(`/products/${productId}`)
  await expectShown(buyer.getByRole('heading', { level: 1, name: 'Product not found' }))

  await seller.goto('/settings-page')
  await expectShown(seller.getByRole('heading', { name: 'Blocked people' }))
  await seller.getByRole('button', { name: 'Unblock Kwabena Buys' }).click()
  await expectShown(seller.getByText('You have blocked nobody.'))
  // Without a reload.
  await expectShown(buyer.getByRole('heading', { level: 1, name: TITLE }))
  await buyer.goto(path)
  await write(buyer, 'Good morning')
  await seller.goto(path)
  await expectShown(seller.getByText('Good morning').last())
})

test('a buyer blocks a seller on her page, and has her back by one press', async ({ openSignedIn }) => {
  const email = await newPerson('Abena Buys')
  const page = await openSignedIn(`/products/${productId}`, { width: 390, email })
  await page.getByRole('link', { name: /^Akosua Sells Teapots/ }).click()
  await expectShown(page.getByRole('heading', { level: 1, name: 'Akosua Sells Teapots' }))
  await blockFromMenu(page, 'Akosua Sells Teapots')
  await expectShown(page.getByRole('heading', { level: 1, name: 'You blocked Akosua Sells Teapots' }))
  await expectNoAxeViolations(page)
  await page.goto(`/products?search=${encodeURIComponent(TITLE)}`)
  await hydrated(page)
  await expectSoon(() => card(page).count()).toBe(0)
  await page.goto(`/products/${productId}`)
  await page.getByRole('main').getByRole('button', { name: 'Unblock' }).click()
  await expectShown(page.getByRole('heading', { level: 1, name: TITLE }))
})

test('who is not signed in is led to log in first', async ({ openPage }) => {
  const page = await openPage(`/products/${productId}`, { width: 390 })
  await page.getByRole('button', { name: 'More about Akosua Sells Teapots' }).click()
  await page.getByRole('link', { name: 'Log in to block Akosua Sells Teapots' }).click()
  await page.waitForURL(/\/auth\/login\?next=/)
})
