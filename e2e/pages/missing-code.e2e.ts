import type { Page, Request } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import { newPerson } from '#e2e/people.ts'

/** Browser messages about missing code, and while it is offline. */
const MISSING = [/404/, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /dynamically imported module/i]

const PAGES = ['Terms', 'Safety', 'Privacy']
const link = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name })

async function typeMessage(page: Page): Promise<void> {
  await page.getByLabel('Message').fill('Half a letter')
  await page.evaluate(() => (document.documentElement.dataset.same = 'document'))
}

async function expectSameDocument(page: Page): Promise<void> {
  expect(new URL(page.url()).pathname).toBe('/contact')
  expect(await page.evaluate(() => document.documentElement.dataset.same)).toBe('document')
  await expect(page.getByLabel('Message')).toHaveValue('Half a letter')
}

/** Hovers the links and waits until their requests have ended and the page would have reloaded. */
async function hoverLinks(page: Page): Promise<void> {
  for (const name of PAGES) {
    const isCode = (request: Request) => request.url().includes(`/assets/${name}`)
    const answered = ['requestfailed', 'requestfinished'].map((event) =>
      page.waitForEvent(event as 'requestfailed', isCode),
    )
    await link(page, name).first().hover()
    await link(page, name).first().focus()
    await Promise.any(answered)
  }
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

test('A hovered link reloads nothing after a deploy, and a click opens its page', async ({ openPage }) => {
  const page = await openPage('/contact', { width: 1280, expected: MISSING })
  let isMissing = true
  await page.route('**/assets/{Terms,Safety,Privacy}*.js', (route) =>
    isMissing ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await typeMessage(page)
  await hoverLinks(page)
  await expectSameDocument(page)

  // The new build's document names code that exists.
  page.on('request', (request) => (isMissing &&= !request.isNavigationRequest()))
  await link(page, 'Terms').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/terms')
  await hydrated(page)
  expect(await page.evaluate(() => document.documentElement.dataset.same)).toBeUndefined()

  await page.goBack()
  await expect(page.getByLabel('Message')).toBeVisible()
})

test('A hovered link reloads nothing without a network, and a click leads to its address', async ({
  openPage,
}) => {
  const page = await openPage('/contact', { width: 1280, worker: true, expected: MISSING })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await typeMessage(page)
  await page.context().setOffline(true)
  await hoverLinks(page)
  await expectSameDocument(page)
  await link(page, 'Terms').first().click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'This page cannot be reached right now' }),
  ).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/terms')
})

test('A product whose data failed to prefetch is requested again when opened', async ({ openPage }) => {
  const page = await openPage('/products?sort=oldest', { width: 1280, expected: [/503/] })
  const card = page.getByRole('main').locator('a[href^="/products/"]').first()
  const address = (await card.getAttribute('href')) ?? ''
  let failures = 0
  await page.route(`**/api${address}*`, (route) => {
    failures += 1
    return route.fulfill({ status: 503, body: '{}' })
  })
  await card.hover()
  // One attempt and two retries.
  await expectSoon(() => failures).toBe(3)
  await page.unroute(`**/api${address}*`)
  await card.click()
  await page.waitForURL(`**${address}`)
  await expect(page.getByRole('button', { name: 'Message Seller' })).toBeVisible()
})

test("The review form's code is requested again after a failure", async ({ openSignedIn }) => {
  const email = await newPerson('Yaw Waits')
  const page = await openSignedIn('/products?sort=oldest', { email, width: 390, expected: MISSING })
  let failures = 0
  await page.route('**/assets/ReviewSection*.js', (route) => {
    failures += 1
    return failures === 1 ? route.abort() : route.continue()
  })
  await page.locator('main a[href^="/products/"]').first().click()
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeVisible()
  expect(failures).toBe(2)
})

/** Blocks the code of this name. `requested` resolves once the page asks for it; `restore` brings it back. */
async function blockCode(page: Page, name: string) {
  const isRequested = Promise.withResolvers<void>()
  let isMissing = true
  await page.route(`**/assets/${name}-*.js`, (route) => {
    isRequested.resolve()
    return isMissing ? route.abort() : route.continue()
  })
  return {
    requested: isRequested.promise,
    async restore() {
      isMissing = false
      await page.evaluate(() => dispatchEvent(new Event('online')))
    },
  }
}

test('A page stays usable if the code of a section fails to load', async ({ openPage, openSignedIn }) => {
  const email = await newPerson('Yaa Far')
  const page = await openSignedIn('/safety', { email, width: 1280, expected: MISSING })
  const staff = await blockCode(page, 'StaffLink')
  await page.getByRole('button', { name: 'My Account' }).click()
  await staff.requested
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const near = await openPage('/terms', { width: 390, expected: MISSING })
  const measures = await blockCode(near, 'Distances')
  await near.evaluate(() =>
    localStorage.setItem('sankofa.area', JSON.stringify({ town: 'Kumasi', region: 'Ashanti' })),
  )
  await near.goto('/products?region=Ashanti')
  await hydrated(near)
  await measures.requested
  await expect(near.getByRole('heading', { level: 2 }).first()).toBeVisible()
  const distances = near.getByRole('main').getByText(/^\d+ km · /)
  await expect(distances).toHaveCount(0)
  await measures.restore()
  // The first card with a distance may be far below.
  await distances.first().waitFor({ state: 'attached' })
})

test("A product's page survives code that fails to load, and a tap shows the failure and can be repeated", async ({
  openPage,
}) => {
  const page = await openPage('/products?sort=oldest', { width: 390, expected: MISSING })
  const below = await blockCode(page, 'BelowProduct')
  const counting = await blockCode(page, 'CountingSheet')
  await page.locator('main a[href^="/products/"]').first().click()
  const explain = page.getByRole('button', { name: 'How we count this' })
  await explain.click()
  await expect(page.getByText('We could not load this')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await counting.restore()
  await explain.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await below.requested
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await below.restore()
  // Not every product has similar ones.
  await expect(page.getByRole('heading', { name: /^More from / })).toBeVisible()
})
