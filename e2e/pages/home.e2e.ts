import { randomUUID } from 'node:crypto'
import { expectShown } from '#e2e/page-checks.ts'
import { publishListing } from '#e2e/listings.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { expect, test } from '#e2e/journey.ts'

const phone = { width: 390 }
const desktop = { width: 1280 }

test('the banner leads to the products and to selling', async ({ openPage }) => {
  const page = await openPage('/', desktop)
  await expectShown(page.getByRole('heading', { level: 1, name: 'Buy and Sell with Confidence' }))
  const selling = page.getByRole('link', { name: 'Start Selling' }).first()
  expect(await selling.getAttribute('href')).toBe('/create-product')

  await page.getByRole('link', { name: 'Browse Products' }).first().click()
  await page.waitForURL('/products')
  await expectShown(page.getByText(/^Showing [\d,]+\+? product/))
})

test('a search on the home page shows its results', async ({ openPage }) => {
  const page = await openPage('/', phone)
  await page.getByPlaceholder('Search for products...').fill('laptop')
  await page.keyboard.press('Enter')
  await page.waitForURL('/products?search=laptop')
  await expectShown(page.getByText(/^Showing [\d,]+\+? product/))
})

test('a category opens its products, and a phone opens all of them', async ({ openPage }) => {
  const page = await openPage('/', phone)
  const chips = page.getByRole('navigation', { name: /categories/i })
  expect(await chips.getByRole('link').count()).toBe(7)
  await chips.getByText('All categories').click()
  expect(await chips.getByRole('link').count()).toBe(12)
  expect(await chips.getByRole('link', { name: 'All', exact: true }).getAttribute('href')).toBe('/products')
  const chip = chips.getByRole('link').nth(10)
  const address = await chip.getAttribute('href')
  expect(address).toMatch(/^\/products\?category=[a-z-]+$/)
  await chip.click()
  await page.waitForURL(address ?? '')
  await expectShown(page.getByText(/^Showing [\d,]+\+? product/))
})

test('four of the newest unsold products are featured', async ({ openPage }) => {
  const seller = await signedIn(await newPerson('Ama Features'))
  const title = `Rocking chair ${randomUUID().slice(0, 8)}`
  await publishListing(seller, title)
  const page = await openPage('/', desktop)
  const featured = page.getByRole('region', { name: /featured/i })
  expect(await featured.getByRole('listitem').count()).toBe(4)
  expect(await featured.getByText('Sold', { exact: true }).count()).toBe(0)

  await featured.getByRole('link', { name: title }).click()
  await page.waitForURL(/\/products\/[0-9a-f-]{36}$/)
  await expectShown(page.getByRole('heading', { level: 1, name: title }))
})

test('how it works shows its three steps', async ({ openPage }) => {
  const page = await openPage('/', phone)
  for (const step of [/create.*account/i, /buy or sell/i, /connect.*complete/i]) {
    expect(await page.getByRole('heading', { name: step }).count()).toBe(1)
  }
})
