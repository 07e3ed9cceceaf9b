import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Product } from '#contract/products.ts'
import { hydrated } from '#e2e/browser.ts'
import { htmlProblems } from '#e2e/html-problems.ts'
import { expect, test } from '#e2e/journey.ts'
import { publishListing, writeAbout } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import {
  expectNoShift,
  expectNoSidewaysScroll,
  expectShown,
  expectSoundLook,
  seeAll,
} from '#e2e/page-checks.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { smallTargets } from '#e2e/target-size.ts'

/** Dozens of pages, one after the other in one browser, which then has their code. */
const SWEEP_TIMEOUT_MS = 300_000

/** Stand for a product of the market and its seller. */
const PRODUCT = '/products/:id'
const SELLER = '/sellers/:id'

/** Every public address but those below. */
const PAGES = [
  '/',
  '/products',
  '/products?search=samsung&sort=price_low',
  '/products?search=qqqxxzz',
  PRODUCT,
  SELLER,
  '/help',
  '/safety',
  '/contact',
  '/terms',
  '/privacy',
  '/cookies',
  '/favourites',
  '/me',
  '/dev/ui',
  '/auth/login',
  '/auth/register',
  '/auth/reset-password',
]
/** They answer 404 on purpose. */
const MISSING_PAGES = ['/products/0190a000-0000-7000-8000-000000000000', '/no-such-page']

/** The outlines of private pages, and the pages beside the site itself. */
const SENT_WITHOUT_DATA = [
  '/auth/update-password',
  '/auth/verify-email',
  '/auth/callback',
  '/profile',
  '/dashboard',
  '/create-product',
  '/messages',
  '/conversation/0190a000-0000-7000-8000-000000000000',
  '/notifications-page',
  '/saved-searches',
  '/settings-page',
  '/unsubscribe',
  '/api/docs',
  '/dev/outbox',
]

const PRIVATE_PAGES = [
  '/dashboard',
  '/dashboard?tab=notifications',
  '/profile',
  '/messages',
  '/notifications-page',
  '/favourites',
  '/saved-searches',
  '/me',
  '/settings-page',
  '/create-product',
]

/** Not the newest: another journey may delete its own meanwhile. */
async function addressOf(page: string): Promise<string> {
  if (page !== PRODUCT && page !== SELLER) return page
  const read = async (path: string): Promise<unknown> => (await fetch(marketUrl + path)).json()
  const { items } = (await read('/api/products?limit=1&sort=oldest')) as { items: { id: string }[] }
  const product = (await read(`/api/products/${items[0]?.id}`)) as Product
  return page === PRODUCT ? `/products/${product.id}` : `/sellers/${product.seller.id}`
}

for (const page of [...PAGES, ...MISSING_PAGES, ...SENT_WITHOUT_DATA]) {
  test(`${page} is valid HTML as the server sends it`, async () => {
    const reply = await fetch(marketUrl + (await addressOf(page)))
    expect(await htmlProblems(await reply.text())).toEqual([])
  })
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(await addressOf(address))
  await hydrated(page)
}

/** All that is measured on a page as it opens on a phone, and its shift at a desk. */
async function expectSound(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, address)
  await expectShown(page.getByRole('heading', { level: 1 }))
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(await page.title()).toMatch(/\S/)
  await seeAll(page)
  await expectNoShift(page)
  expect(await smallTargets(page), 'targets that a thumb misses').toEqual([])
  await expectSoundLook(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await open(page, address)
  await seeAll(page)
  await expectNoShift(page)
}

test('every public page is sound', async ({ openPage }) => {
  test.setTimeout(SWEEP_TIMEOUT_MS)
  const page = await openPage('/', { width: 390, worker: true, expected: [/404/] })
  for (const address of [...PAGES, ...MISSING_PAGES])
    await test.step(address, () => expectSound(page, address))
})

test('every page of somebody who buys and sells is sound', async ({ openSignedIn }) => {
  test.setTimeout(SWEEP_TIMEOUT_MS)
  const email = await newPerson('Yaa Thumbs')
  const person = await signedIn(email)
  const productId = await publishListing(person, `Lamp ${randomUUID().slice(0, 8)}`)
  await writeAbout(await signedIn(await newPerson('Kojo Asks')), productId, 'Is it still there?')
  const page = await openSignedIn('/help', { email, width: 390, worker: true })
  for (const address of PRIVATE_PAGES) await test.step(address, () => expectSound(page, address))
})
