import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { newPerson } from '#e2e/people.ts'
import { expectShown } from '#e2e/page-checks.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const WIDTHS = [390, 1280]
const CODE = '**/assets/**'

/** Holds what the pattern names, until it is let go. */
async function hold(page: Page, pattern: string) {
  const released = Promise.withResolvers<void>()
  const wanted: string[] = []
  await page.route(pattern, async (route) => {
    wanted.push(route.request().url())
    await released.promise
    // A page that was left wants it no more.
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

/** Opens the page as it is before its code is there. */
async function openWithoutCode(page: Page, address: string) {
  const code = await hold(page, CODE)
  await page.goto(address)
  return code
}

const firstCard = (page: Page) => page.getByRole('main').locator('a[href^="/products/"]').first()
const firstHeart = (page: Page) => page.getByRole('button', { name: /^Favourite: / }).first()

test('what was touched before the code came is done: the menu', async ({ openPage }) => {
  const page = await openPage('/help', { width: 390 })
  const code = await openWithoutCode(page, '/products')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await code.release()
  await expectShown(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'All Products' }))
})

for (const width of WIDTHS) {
  test(`what was touched before the code came is done: a heart, pressed twice, once, at ${width} px`, async ({
    openPage,
  }) => {
    const page = await openPage('/help', { width })
    const code = await openWithoutCode(page, '/products')
    await firstHeart(page).dblclick()
    expect(await firstHeart(page).getAttribute('aria-pressed')).toBe('false')
    await code.release()
    await expectSoon(() => firstHeart(page).getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    await hydrated(page)
    await expectSoon(() => firstHeart(page).getAttribute('aria-pressed')).toBe('true')
  })

  test(`what was touched before the code came is done: words at ${width} px`, async ({ openPage }) => {
    const page = await openPage('/help', { width })
    const code = await openWithoutCode(page, '/products')
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.pressSequentially('phone')
    await code.release()
    expect(await field.inputValue()).toBe('phone')
    await expectShown(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option'))
    expect(await page.getByRole('button', { name: 'Clear search' }).count()).toBe(1)
  })

  test(`before the code came, searching and links work by themselves at ${width} px`, async ({
    openPage,
  }) => {
    const page = await openPage('/help', { width })
    const code = await openWithoutCode(page, '/')
    await page.getByRole('combobox', { name: 'Search' }).fill('phone')
    await page.getByRole('combobox', { name: 'Search' }).press('Enter')
    await page.waitForURL('**/products?search=phone')
    await firstCard(page).click()
    await page.waitForURL(/\/products\/[0-9a-f-]{36}$/)
    await code.release()
  })

  test(`what was touched before the code came is done: a message to the seller at ${width} px`, async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn('/products', { width, email: await newPerson('Yaa Early') })
    const address = (await firstCard(page).getAttribute('href')) ?? ''
    let opened = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/conversations')) opened += 1
    })
    const code = await openWithoutCode(page, address)
    await page.getByRole('button', { name: 'Message Seller' }).filter({ visible: true }).dblclick()
    await code.release()
    await page.waitForURL(/\/conversation\/[0-9a-f-]{36}$/)
    expect(opened).toBe(1)
  })
}

test('what was touched before the code came is done: a filter', async ({ openPage }) => {
  const page = await openPage('/help', { width: 1280 })
  const code = await openWithoutCode(page, '/products')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByLabel('Price type').selectOption('negotiable')
  await code.release()
  await page.waitForURL('**/products?price_type=negotiable')
  expect(await filters.getByLabel('Price type').inputValue()).toBe('negotiable')
})

test('code is requested after the page has loaded, or at the first touch if that takes long', async ({
  openPage,
}) => {
  const page = await openPage('/help', { width: 390 })
  await page.route('**/photos/**', () => undefined)
  const code = await hold(page, CODE)
  await page.goto('/products', { waitUntil: 'domcontentloaded' })
  await expectShown(firstHeart(page))
  expect(code.wanted).toEqual([])
  await firstHeart(page).tap()
  await expectSoon(() => code.wanted.length).toBeGreaterThan(0)
  await code.release()
  await expectSoon(() => firstHeart(page).getAttribute('aria-pressed')).toBe('true')
  await page.unroute('**/photos/**')
})
