import { expect, test } from '#e2e/journey.ts'

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

test('A category opens its products, and a phone shows all categories on request', async ({ openPage }) => {
  const page = await openPage('/', phone)
  const chips = page.getByRole('navigation', { name: /categories/i })
  await expect(chips.getByRole('link')).toHaveCount(7)
  await chips.getByText('All categories').click()
  await expect(chips.getByRole('link')).toHaveCount(12)
  await expect(chips.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('href', '/products')
  const chip = chips.getByRole('link').nth(10)
  const address = await chip.getAttribute('href')
  expect(address).toMatch(/^\/products\?category=[a-z-]+$/)
  await chip.click()
  await page.waitForURL(address ?? '')
  await expect(page.getByText(/^Showing [\d,]+\+? product/)).toBeVisible()
})
