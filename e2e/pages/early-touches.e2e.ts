import type { Page } from '@playwright/test'
import { BLANK, hydrated } from '#e2e/browser.ts'
import { newMember } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const CODE = '**/assets/**'
/** The oldest products stay the same while other journeys publish. */
const LIST = '/products?sort=oldest'

/** Holds requests that match the pattern until they are released. */
async function hold(page: Page, pattern: string) {
  const released = Promise.withResolvers<void>()
  const wanted: string[] = []
  await page.route(pattern, async (route) => {
    wanted.push(route.request().url())
    await released.promise
    // A page that the person has left no longer needs the answer.
    await route.continue().catch(() => undefined)
  })
  return {
    wanted,
    release: async () => {
      released.resolve()
      await hydrated(page)
    },
  }
}

/** Opens the page in its state before its code has loaded. */
async function openWithoutCode(page: Page, address: string) {
  const code = await hold(page, CODE)
  await page.goto(address)
  return code
}

const firstCard = (page: Page) => page.getByRole('main').locator('a[href^="/products/"]').first()
const firstHeart = (page: Page) => page.getByRole('button', { name: /^Favourite: / }).first()

test('A menu opened before the code has loaded opens afterwards', async ({ openPage }) => {
  const page = await openPage(BLANK, { width: 390 })
  const code = await openWithoutCode(page, LIST)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await code.release()
  await expect(
    page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'All Products' }),
  ).toBeVisible()
})

test('A heart pressed twice before the code has loaded changes once', async ({ openPage }) => {
  const page = await openPage(BLANK, { width: 390 })
  const code = await openWithoutCode(page, LIST)
  await firstHeart(page).dblclick()
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'false')
  await code.release()
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await hydrated(page)
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'true')
})

test('Words typed before the code has loaded stay and get suggestions', async ({ openPage }) => {
  const page = await openPage(BLANK, { width: 390 })
  const code = await openWithoutCode(page, LIST)
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.pressSequentially('phone')
  await code.release()
  await expect(field).toHaveValue('phone')
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear search' })).toHaveCount(1)
})

test('Searching and links work without code', async ({ openPage }) => {
  const page = await openPage(BLANK, { width: 390 })
  const code = await openWithoutCode(page, '/')
  await page.getByRole('combobox', { name: 'Search' }).fill('phone')
  await page.getByRole('combobox', { name: 'Search' }).press('Enter')
  await page.waitForURL('**/products?search=phone')
  await firstCard(page).click()
  await page.waitForURL(/\/products\/[0-9a-f-]{36}$/)
  await code.release()
})

test('A message to the seller opened before the code has loaded opens afterwards', async ({
  openSignedIn,
}) => {
  const person = await newMember('Yaa Early')
  const { items } = await person.call<{ items: { id: string }[] }>('GET', '/api/products?limit=1&sort=oldest')
  const page = await openSignedIn(BLANK, { width: 390, person })
  let opened = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/conversations')) opened += 1
  })
  const code = await openWithoutCode(page, `/products/${items[0]?.id}`)
  await page.getByRole('button', { name: 'Message Seller' }).filter({ visible: true }).dblclick()
  await code.release()
  await page.waitForURL(/\/conversation\/[0-9a-f-]{36}$/)
  expect(opened).toBe(1)
})

test('A filter chosen before the code has loaded is applied afterwards', async ({ openPage }) => {
  const page = await openPage(BLANK, { width: 1280 })
  const code = await openWithoutCode(page, LIST)
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: 'Negotiable' }).check()
  await code.release()
  await page.waitForURL('**/products?sort=oldest&price_type=negotiable')
  await expect(filters.getByRole('checkbox', { name: 'Negotiable' })).toBeChecked()
})

test('Code is requested after the page has loaded, or at the first touch if that takes long', async ({
  openPage,
}) => {
  const page = await openPage(BLANK, { width: 390 })
  await page.route('**/photos/**', () => undefined)
  const code = await hold(page, CODE)
  await page.goto(LIST, { waitUntil: 'domcontentloaded' })
  await expect(firstHeart(page)).toBeVisible()
  expect(code.wanted).toEqual([])
  await firstHeart(page).tap()
  await expectSoon(() => code.wanted.length).toBeGreaterThan(0)
  await code.release()
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'true')
  await page.unroute('**/photos/**')
})
