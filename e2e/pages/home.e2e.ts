import { expect, expectSoon, test } from '#e2e/journey.ts'
import { expectNoShift } from '#e2e/page-checks.ts'
import { newMember } from '#e2e/people.ts'

const phone = { width: 390 }
const desktop = { width: 1280 }

test('The home page explains itself, features four unsold products and leads to products and selling', async ({
  openPage,
}) => {
  const page = await openPage('/', desktop)
  await expect(page.getByRole('heading', { level: 1, name: 'Buy and Sell with Confidence' })).toBeVisible()
  const selling = page.getByRole('link', { name: 'Start Selling' }).first()
  await expect(selling).toHaveAttribute('href', '/create-product')

  for (const name of [/create.*account/i, /buy or sell/i, /connect.*complete/i])
    await expect(page.getByRole('heading', { name })).toHaveCount(1)
  const featured = page.getByRole('region', { name: /featured/i })
  await expect(featured.getByRole('listitem')).toHaveCount(4)
  await expect(featured.getByText('Sold', { exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Browse Products' }).first().click()
  await page.waitForURL('/products')
  await expect(page.getByText(/^Showing [\d,]+\+? product/)).toBeVisible()

  await page.goBack()
  const title = await featured.getByRole('heading', { level: 3 }).last().innerText()
  await featured.getByRole('link', { name: title }).last().click()
  await page.waitForURL(/\/products\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('A category opens its products', async ({ openPage }) => {
  const page = await openPage('/', phone)
  const tiles = page.getByRole('navigation', { name: /categories/i })
  await expect(tiles.getByRole('link')).toHaveCount(12)
  await expect(tiles.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('href', '/products')
  const tile = tiles.getByRole('link').nth(10)
  const address = await tile.getAttribute('href')
  expect(address).toMatch(/^\/products\?category=[a-z-]+$/)
  await tile.click()
  await page.waitForURL(address ?? '')
  await expect(page.getByText(/^Showing [\d,]+\+? product/)).toBeVisible()
  // The chosen category is the first chip of the list.
  const chips = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
  await expect(chips.first()).toHaveAttribute('aria-current', 'true')
})

test('The home page goes on with the newest products of the most wanted categories', async ({ openPage }) => {
  const page = await openPage('/', phone)
  const featured = page.getByRole('region', { name: /featured/i }).getByRole('heading', { level: 3 })
  const shown = await featured.allInnerTexts()
  const row = page.getByRole('region', { name: 'Phones & Tablets' })
  await row.scrollIntoViewIfNeeded()
  await expect(row.getByRole('link', { name: 'See all' })).toHaveAttribute(
    'href',
    '/products?category=mobile',
  )
  const titles = await row.getByRole('heading', { level: 3 }).allInnerTexts()
  expect(titles.length).toBeGreaterThan(1)
  for (const title of titles) expect(shown).not.toContain(title)
})

test('Prices that fell are a row of the home page, each with the price before', async ({ openPage }) => {
  const page = await openPage('/', phone)
  await page.getByRole('region', { name: 'Phones & Tablets' }).scrollIntoViewIfNeeded()
  const row = page.getByRole('region', { name: 'Price drops' })
  const fan = row.getByRole('listitem').filter({ hasText: 'OX standing fan' })
  await expect(fan.getByText('GH₵230')).toBeVisible()
  await expect(fan.getByText('Was GH₵280 · Good')).toBeVisible()
})

test("A member's home page begins with what they looked at, without moving what is below", async ({
  openSignedIn,
}) => {
  const page = await openSignedIn('/products?sort=oldest', { ...phone, person: await newMember('Kojo') })
  await expect(page.getByRole('link', { name: 'Browse Products' })).toHaveCount(0)
  const title = await page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText()
  await page.getByRole('main').getByRole('link').filter({ hasText: title }).click()
  await page.waitForURL(/\/products\/[0-9a-f-]{36}$/)
  await expectSoon(() => page.evaluate(() => localStorage.getItem('sankofa.recently-viewed'))).not.toBeNull()

  await page.goto('/')
  const row = page.getByRole('region', { name: 'Recently viewed' })
  await row.scrollIntoViewIfNeeded()
  await expect(row.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse Products' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeHidden()

  await page.reload()
  await expect(row).toBeVisible()
  const topOf = async (name: string | RegExp) =>
    (await page.getByRole('region', { name }).boundingBox())?.y ?? Number.NaN
  expect(await topOf('Recently viewed')).toBeLessThan(await topOf(/featured/i))
  await expectNoShift(page)
})
