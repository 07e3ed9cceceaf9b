import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { publishListing } from '#e2e/listings.ts'
import { newMember } from '#e2e/people.ts'
import { BLANK, hydrated } from '#e2e/browser.ts'
import { expect, expectSoon, test, type OpenPage } from '#e2e/journey.ts'

/** The browser logs failed fetches while it is offline. */
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/]

async function openWithWorker(openPage: OpenPage, address: string): Promise<Page> {
  const page = await openPage(address, { width: 390, worker: true, expected: OFFLINE })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return page
}

/** Publishes a listing with a unique word as its title. */
async function publishOne() {
  const title = `Djembe${randomUUID().slice(0, 8)}`
  return { title, address: `/products/${await publishListing(await newMember('Ama Is Away'), title)}` }
}

/** Waits until the worker has cached the address. */
async function untilCached(page: Page, address: string): Promise<void> {
  await expectSoon(() =>
    page.evaluate(async (path) => (await caches.match(path)) !== undefined, address),
  ).toBe(true)
}

test('The very first page opens again offline, with its styles and code', async ({ openPage }) => {
  const page = await openWithWorker(openPage, '/safety')
  await untilCached(page, '/safety')
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.context().setOffline(true)
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(
    page.getByText('You are offline. You can still read pages that you have opened before.'),
  ).toBeVisible()
  expect(await background()).not.toBe('rgba(0, 0, 0, 0)')
})

test('A first page that is hydrated after the worker has started is stored', async ({ openPage }) => {
  const before = "navigator.serviceWorker?.register('/sw.js')"
  const page = await openPage(BLANK, { width: 390, worker: true, before })
  await page.route(/\/assets\/main-[\w-]+\.js$/, async (route) => {
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await route.continue()
  })
  await page.goto('/safety')
  await hydrated(page)
  await untilCached(page, '/safety')
})

test('A product reached by a link opens again offline, with its data and photo', async ({ openPage }) => {
  const { title, address } = await publishOne()
  const page = await openWithWorker(openPage, `/products?search=${title}`)
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await page.waitForURL(address)
  await untilCached(page, address)
  const photo = page.getByRole('main').locator('img').first()
  await expectSoon(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await untilCached(page, await photo.evaluate((image: HTMLImageElement) => image.currentSrc))

  await page.context().setOffline(true)
  await page.goto(address)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.waitForFunction(() => {
    const shown = document.querySelector<HTMLImageElement>('main img')
    return shown?.complete === true && shown.naturalWidth > 0
  })
})

test('A private page not opened before shows the offline page, and nothing personal is cached', async ({
  openPage,
}) => {
  const page = await openWithWorker(openPage, '/')
  await untilCached(page, '/')
  await page.evaluate(() => fetch('/api/categories', { headers: { Authorization: 'Bearer someone' } }))
  await page.context().setOffline(true)
  for (const address of ['/messages', '/dashboard', '/auth/login']) {
    await page.goto(address)
    await expect(
      page.getByRole('heading', { level: 1, name: 'This page cannot be reached right now' }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  }
  const cached = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => /^(pages|api)-/.test(name))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached).toContain('/')
  expect(cached.filter((path) => /^\/(messages|dashboard|auth|api\/categories)/.test(path))).toEqual([])
})

test('The offline page has the header and leads to a page that is stored', async ({ openPage }) => {
  const page = await openWithWorker(openPage, '/')
  await untilCached(page, '/')
  await page.context().setOffline(true)
  await page.goto('/terms')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sankofa' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible()
  await expectSoon(() =>
    page.evaluate(() => [...document.images].map(({ naturalWidth }) => naturalWidth > 0)),
  ).toEqual([true, true])
  const bottom = page.getByRole('navigation', { name: 'Bottom' })
  await expect(bottom.getByRole('link')).toHaveText(['Home', 'Search', 'Favourites', 'Chats', 'Me'])
  await bottom.getByRole('link', { name: 'Home' }).click()
  await page.waitForURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test("The offline page's link leads back to the market once there is a connection", async ({ openPage }) => {
  const page = await openWithWorker(openPage, '/')
  await page.context().setOffline(true)
  await page.goto('/terms')
  await expect(
    page.getByRole('heading', { level: 1, name: 'This page cannot be reached right now' }),
  ).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible()
})

test('A filter changed offline shows that it needs the network, and stored products', async ({
  openPage,
}) => {
  const { title, address } = await publishOne()
  const page = await openWithWorker(openPage, address)
  await untilCached(page, address)
  await page.goto('/products')
  await hydrated(page)

  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: 'Location' }).fill('Bolgatanga')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('This search needs the network')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible()
  await expect(page.getByText(/^Showing/)).toHaveCount(0)
  await expect(page.getByText('Search Updated')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

  await page.goBack()
  await page.context().setOffline(false)
})

test('A phone rotated offline keeps its list and shows the filters beside it later', async ({ openPage }) => {
  const { title, address } = await publishOne()
  const page = await openPage(`/products?search=${title}`, {
    width: 390,
    expected: [...OFFLINE, /dynamically imported/],
  })
  const card = page.getByRole('main').locator(`a[href="${address}"]`)
  // The list has the filters of the HTML, which need no code, until it is hydrated.
  const filters = page.getByRole('complementary', { name: 'Filters', includeHidden: true })
  await expect(filters).toHaveCount(0)
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/FilterForm-'))
  await page.setViewportSize({ width: 844, height: 390 })
  await failed
  await expect(filters.getByRole('button', { name: 'Hide Filters' })).toBeVisible()
  await expect(card).toBeVisible()
  await expect(filters.getByLabel('Region')).toHaveCount(0)

  await page.context().setOffline(false)
  await expect(filters.getByLabel('Region')).toBeVisible()
  await expect(card).toBeVisible()
})
