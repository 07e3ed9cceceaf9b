import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#e2e/journey.ts'

const phone = { width: 390 }

const list = (page: Page) => page.getByRole('main')
const search = (page: Page) => list(page).getByRole('combobox', { name: 'Search' })

/** Returns whether the element is whole between the header and the bar at the bottom. */
async function isInSight(page: Page, element: Locator): Promise<boolean> {
  const [box, header, bar] = await Promise.all([
    element.boundingBox(),
    page.getByRole('banner').boundingBox(),
    page.getByRole('navigation', { name: 'Bottom' }).boundingBox(),
  ])
  if (!box || !header || !bar) return false
  return box.y >= header.y + header.height && box.y + box.height <= bar.y
}

test('The narrowest phone shows two whole cards below the search', async ({ openPage }) => {
  const page = await openPage('/products', { width: 320 })
  await page.setViewportSize({ width: 320, height: 568 })
  const cards = list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  for (const index of [0, 1]) expect(await isInSight(page, cards.nth(index))).toBe(true)
})

test('A press on Search looks in the typed place, and the order is one tap away', async ({ openPage }) => {
  const page = await openPage('/products', phone)
  await list(page).getByRole('textbox', { name: 'Location' }).fill('Kumasi')
  await list(page).getByRole('button', { name: 'Search', exact: true }).click()
  await page.waitForURL('/products?location=Kumasi')
  await list(page).getByRole('combobox', { name: 'Sort' }).selectOption('Price: low to high')
  await page.waitForURL('/products?location=Kumasi&sort=price_low')
})

test('The search of a phone comes back when somebody scrolls up', async ({ openPage }) => {
  const page = await openPage('/products', phone)
  await page.mouse.move(200, 500)
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => isInSight(page, search(page))).toBe(false)
  await page.mouse.wheel(0, -200)
  await expect.poll(() => isInSight(page, search(page))).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
})
