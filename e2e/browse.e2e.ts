import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { expectNoAxeViolations, expectShown } from './page-checks.ts'

const phone = { width: 390 }
const desktop = { width: 1280 }

const cards = (page: Page) => page.getByRole('main').locator('a[href^="/products/"]')
const filterOf = (page: Page) => page.getByRole('complementary', { name: 'Filters' })

async function shownCount(page: Page): Promise<number> {
  const text = await page.getByText(/^Showing [\d,]+\+? product/).innerText()
  return Number(text.replace(/\D/g, ''))
}

/** Waits for the answer to the last change; until then the former products stand there, faded. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('main').locator('[aria-busy="true"]').count()).toBe(0)
}

/** The prices on the cards, in the order shown. */
async function prices(page: Page): Promise<number[]> {
  const texts = await cards(page)
    .getByText(/^GH₵/)
    .allInnerTexts()
  return texts.map((text) => Number(text.replace(/[^\d.]/g, '')))
}

test('every filter goes into the address, and the address brings every filter back', async () => {
  const page = await openPage('/products', desktop)
  const all = await shownCount(page)
  await filterOf(page).getByLabel('Region').selectOption('Greater Accra')
  await page.waitForURL(/region=Greater\+Accra/)
  await expect.poll(() => shownCount(page)).toBeLessThan(all)
  await filterOf(page).getByLabel('Sort by').selectOption('price_low')
  await filterOf(page).getByLabel('Price type').selectOption('negotiable')
  await page.waitForURL(/price_type=negotiable/)
  await settled(page)
  const found = await shownCount(page)
  const titles = await cards(page).getByRole('heading').allInnerTexts()

  const other = await openPage(page.url(), desktop)
  expect(await shownCount(other)).toBe(found)
  expect(await cards(other).getByRole('heading').allInnerTexts()).toEqual(titles)
  expect(await filterOf(other).getByLabel('Region').inputValue()).toBe('Greater Accra')
  expect(await filterOf(other).getByLabel('Sort by').inputValue()).toBe('price_low')
  expect(await filterOf(other).getByLabel('Price type').inputValue()).toBe('negotiable')
})

test('back and forward step through the filters', async () => {
  const page = await openPage('/products', desktop)
  const all = await shownCount(page)
  await filterOf(page).getByLabel('Region').selectOption('Ashanti')
  await page.waitForURL(/region=Ashanti/)
  await expect.poll(() => shownCount(page)).toBeLessThan(all)
  const fewer = await shownCount(page)
  await page.goBack()
  await expect.poll(() => shownCount(page)).toBe(all)
  expect(await filterOf(page).getByLabel('Region').inputValue()).toBe('')
  await page.goForward()
  await expect.poll(() => shownCount(page)).toBe(fewer)
  expect(await filterOf(page).getByLabel('Region').inputValue()).toBe('Ashanti')
})

test('prices sort both ways', async () => {
  const page = await openPage('/products?sort=price_low', desktop)
  const low = await prices(page)
  expect(low.length).toBeGreaterThan(5)
  expect(low).toEqual(low.toSorted((a, b) => a - b))
  await page.goto('/products?sort=price_high')
  const high = await prices(page)
  expect(high).toEqual(high.toSorted((a, b) => b - a))
})

test('the price slider filters once it is moved', async () => {
  const page = await openPage('/products', desktop)
  const all = await shownCount(page)
  const highest = filterOf(page).getByRole('slider', { name: 'Highest price' })
  expect(await highest.inputValue()).toBe('5000')
  await highest.focus()
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(/max=4900/)
  await expect.poll(() => shownCount(page)).toBeLessThan(all)
  expect(Math.max(...(await prices(page)))).toBeLessThanOrEqual(4900)
})

test('the Search button searches words and place and says how many there are', async () => {
  const page = await openPage('/products', phone)
  await page.getByRole('combobox', { name: 'Search' }).fill('camera')
  await page.getByRole('textbox', { name: 'Location' }).fill('Accra')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.waitForURL('/products?search=camera&location=Accra')
  await expectShown(page.getByText('Search Updated'))
})

test('typing errors, accents and case are forgiven', async () => {
  const page = await openPage('/products?search=MACBOOK', desktop)
  const exact = await cards(page).getByRole('heading').allInnerTexts()
  expect(exact.join(' ')).toMatch(/macbook/i)
  await page.goto('/products?search=macbok')
  expect((await cards(page).getByRole('heading').allInnerTexts()).join(' ')).toMatch(/macbook/i)
})

test('suggestions appear while typing and are chosen by keyboard', async () => {
  const page = await openPage('/products', desktop)
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.pressSequentially('cam')
  const suggestion = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()
  await expectShown(suggestion)
  await expectNoAxeViolations(page)
  await page.keyboard.press('ArrowDown')
  expect(await suggestion.getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?(search|category)=/)
})

test('an empty result offers ways out that lead to products', async () => {
  const page = await openPage('/products?search=macbook&region=Upper+West&max=1', desktop)
  await expectShown(page.getByRole('heading', { name: 'No products match' }))
  await page.getByRole('link', { name: 'Browse all products' }).click()
  await page.waitForURL('/products')
  await expect.poll(() => cards(page).count()).toBeGreaterThan(0)
})

test('nonsense in the address is ignored', async () => {
  const page = await openPage('/products', desktop)
  const all = await shownCount(page)
  await page.goto('/products?sort=banana&region=Mars&min=cheap&date=%00&near=x&cursor=%27')
  expect(await shownCount(page)).toBe(all)
})

test('more products come on demand, and back from one returns to the same place', async () => {
  const page = await openPage('/products', phone)
  expect(await cards(page).count()).toBe(24)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect.poll(() => cards(page).count()).toBe(48)

  const card = cards(page).nth(40)
  await card.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1000)
  await card.click()
  await page.waitForURL(/\/products\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect.poll(() => cards(page).count()).toBe(48)
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(3)
})

test('on a phone the filters open as a sheet', async () => {
  const page = await openPage('/products', phone)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Listed').selectOption('week')
  await page.waitForURL(/date=week/)
  await settled(page)
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: /^Show [\d,]+ product/ }).click()
  await sheet.waitFor({ state: 'hidden' })
})

test('on a desktop the filter panel collapses', async () => {
  const page = await openPage('/products', desktop)
  const toggle = page.getByRole('button', { name: 'Hide Filters' })
  expect(await toggle.getAttribute('aria-expanded')).toBe('true')
  await toggle.click()
  const opener = page.getByRole('button', { name: 'Show Filters' })
  expect(await opener.getAttribute('aria-expanded')).toBe('false')
  expect(await filterOf(page).getByLabel('Region').isVisible()).toBe(false)
})
