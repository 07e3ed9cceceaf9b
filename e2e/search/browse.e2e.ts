import { randomUUID } from 'node:crypto'
import { hydrated } from '#e2e/browser.ts'
import { offerListing } from '#e2e/listings.ts'
import { newMember } from '#e2e/people.ts'
import { cards, filterOf, shownCount, settled, prices, publishOwn } from '#e2e/product-list.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const phone = { width: 390 }
const desktop = { width: 1280 }

/** A unique word that finds the products counted here. */
const WORD = `Kora${randomUUID().slice(0, 8)}`
const OWN = `/products?search=${WORD}`

test.beforeAll(() => publishOwn(WORD))

test('Every filter is in the address, and back and forward restore filters', async ({ openPage }) => {
  const page = await openPage(OWN, desktop)
  await expectSoon(() => shownCount(page)).toBe(4)
  await filterOf(page).getByLabel('Region').selectOption('Greater Accra')
  await page.waitForURL(/region=Greater\+Accra/)
  await expectSoon(() => shownCount(page)).toBe(3)
  await page.goBack()
  await expectSoon(() => shownCount(page)).toBe(4)
  await expect(filterOf(page).getByLabel('Region')).toHaveValue('')
  await page.goForward()
  await expectSoon(() => shownCount(page)).toBe(3)
  await expect(filterOf(page).getByLabel('Region')).toHaveValue('Greater Accra')
  await filterOf(page).getByLabel('Sort by').selectOption('price_low')
  await filterOf(page).getByRole('checkbox', { name: 'Negotiable' }).check()
  await page.waitForURL(/price_type=negotiable/)
  await settled(page)
  await expectSoon(() => prices(page)).toEqual([200, 300])

  const other = await openPage(page.url(), desktop)
  await expectSoon(() => shownCount(other)).toBe(2)
  await expectSoon(() => prices(other)).toEqual([200, 300])
  await expect(filterOf(other).getByLabel('Region')).toHaveValue('Greater Accra')
  await expect(filterOf(other).getByLabel('Sort by')).toHaveValue('price_low')
  await expect(filterOf(other).getByRole('checkbox', { name: 'Negotiable' })).toBeChecked()
})

test('Phones are filtered by attributes in the panel, by pills and in the address', async ({ openPage }) => {
  const seller = await newMember('Yaa Phones')
  const word = `Fon${randomUUID().slice(0, 8)}`
  const list = (name: string, attributes: Record<string, string>) =>
    offerListing(seller, `${word} ${name}`, { category: 'mobile', attributes })
  await list('one', { brand: 'Tecno', storage: '64 GB', batteryHealth: '90' })
  await list('two', { brand: 'Tecno', storage: '128 GB', batteryHealth: '70' })
  await list('three', { brand: 'Nokia', storage: '64 GB' })
  const page = await openPage(`/products?search=${word}&category=mobile`, desktop)
  await expectSoon(() => shownCount(page)).toBe(3)
  const brands = filterOf(page).getByRole('group', { name: 'Brand' })
  await expect(brands.locator('label')).toHaveText(['Tecno 2', 'Nokia 1'])

  await brands.getByRole('checkbox', { name: 'Nokia 1' }).check()
  await page.waitForURL(/attributes=brand\.Nokia/)
  await expectSoon(() => shownCount(page)).toBe(1)
  await brands.getByRole('checkbox', { name: 'Tecno 2' }).check()
  await page.waitForURL(/attributes=brand\.Nokia\*brand\.Tecno/)
  await expectSoon(() => shownCount(page)).toBe(3)
  const lowest = filterOf(page).getByLabel('Lowest battery health')
  await lowest.fill('80')
  await lowest.press('Enter')
  await page.waitForURL(/batteryHealth\.80\.\./)
  await expectSoon(() => shownCount(page)).toBe(1)

  const again = await openPage(page.url(), phone)
  await expectSoon(() => shownCount(again)).toBe(1)
  const pills = again.getByRole('list', { name: 'Active filters' })
  await expect(pills.getByText('Battery health from 80')).toBeVisible()
  await pills.getByRole('link', { name: 'Remove Tecno' }).click()
  await again.waitForURL((address) => !address.search.includes('Tecno'))
  await expect(again.getByRole('main').getByRole('heading', { name: 'No products match' })).toBeVisible()
  await pills.getByRole('link', { name: 'Remove Nokia' }).click()
  await again.waitForURL((address) => !address.search.includes('brand'))
  await pills.getByRole('link', { name: 'Remove Battery health from 80' }).click()
  await expectSoon(() => shownCount(again)).toBe(3)
})

test('Each press of Search announces ‘Search Updated’, and nothing else does', async ({ openPage }) => {
  const page = await openPage(OWN, desktop)
  const press = () => page.getByRole('button', { name: 'Search', exact: true }).click()
  const said = page.getByText('Search Updated')
  /** Announcements after `noteSaid`. */
  const newlySaid = said.and(page.locator(':not([data-noted])'))
  const noteSaid = () =>
    said.evaluateAll((all) => {
      for (const each of all) each.setAttribute('data-noted', '')
    })
  await press()
  await expect(newlySaid).toBeVisible()
  await noteSaid()
  await press()
  await expect(newlySaid).toBeVisible()
  // The second replaces the first.
  await expect(said).toHaveCount(1)
  await noteSaid()
  await filterOf(page).getByLabel('Region').selectOption('Ashanti')
  await expectSoon(() => shownCount(page)).toBe(1)
  await page.getByRole('combobox', { name: 'Search' }).fill('cam')
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().click()
  await page.waitForURL((address) => !address.search.includes(WORD))
  await settled(page)
  await expect(newlySaid).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Search' }).fill('table')
  await press()
  await expect(newlySaid).toBeVisible()
})

test('An empty result offers to remove filters, which leads to products', async ({ openPage }) => {
  const page = await openPage('/products?search=macbook&region=Upper+West&max=1', desktop)
  await expect(page.getByRole('heading', { name: 'No products match' })).toBeVisible()
  await page.getByRole('link', { name: 'Browse all products' }).click()
  await page.waitForURL('/products')
  await expectSoon(() => cards(page).count()).toBeGreaterThan(0)
})

test('More products load on demand, and Back or a reload returns to the same position', async ({
  openPage,
}) => {
  const page = await openPage('/products?sort=oldest', phone)
  await expect(cards(page)).toHaveCount(24)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(cards(page)).toHaveCount(48)

  const card = cards(page).nth(40)
  await card.scrollIntoViewIfNeeded()
  const position = await page.evaluate(() => scrollY)
  expect(position).toBeGreaterThan(1000)
  const isBack = () =>
    expectSoon(async () => Math.abs((await page.evaluate(() => scrollY)) - position)).toBeLessThan(3)
  await page.reload()
  await expect(cards(page)).toHaveCount(48)
  await isBack()
  await card.click()
  await page.waitForURL(/\/products\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(cards(page)).toHaveCount(48)
  await isBack()
})

test('A price in the address is read as people write it, and one that is none is named', async ({
  openPage,
}) => {
  const page = await openPage('/products?min=1,250&max=cheap', phone)
  await expect(page.getByText('cheap is not a price, so we left it out.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Remove from GH₵1,250/ })).toBeVisible()
})

test('The sheet of a phone changes the category', async ({ openPage }) => {
  const page = await openPage('/products?category=mobile&attributes=brand.Apple', phone)
  await hydrated(page)
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Category').selectOption({ label: 'Cars & Vehicle Parts' })
  await page.waitForURL('/products?category=car')
  await expect(sheet.getByLabel('Make')).toBeVisible()
})

test('The filter panel collapses on a desktop', async ({ openPage }) => {
  const page = await openPage('/products', desktop)
  const toggle = page.getByRole('button', { name: 'Hide Filters' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await toggle.click()
  const opener = page.getByRole('button', { name: 'Show Filters' })
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await expect(filterOf(page).getByLabel('Region')).toBeHidden()
})
