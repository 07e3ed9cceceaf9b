import type { Page } from '@playwright/test'
import { BLANK, hydrated } from '#e2e/browser.ts'
import { marketUrl } from '#e2e/market.ts'
import { expect, test } from '#e2e/journey.ts'

const phone = { width: 390 }
const desktop = { width: 1280 }
const FOOTER = [
  '/help',
  '/safety',
  '/contact',
  '/terms',
  '/privacy',
  '/cookies',
  '/create-product',
  '/transparency',
]

async function expectSchemes(page: Page): Promise<void> {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background()).not.toBe(light)
  const visibility = await page.evaluate(() => {
    const outline = document.createElement('div')
    outline.className = 'skeleton'
    document.querySelector('main')?.append(outline)
    const link = document.querySelector('footer a')
    return link && getComputedStyle(link).visibility
  })
  expect(visibility).toBe('hidden')
}

test('The slide-out menu works by keyboard and returns the focus', async ({ openPage }) => {
  const page = await openPage('/', phone)
  const open = page.getByRole('button', { name: 'Open menu' })
  await open.focus()
  await page.keyboard.press('Enter')

  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  const links = await menu.getByRole('navigation').getByRole('link').allInnerTexts()
  expect(links).toEqual(['Home', 'All Products', 'Favourites', 'Login', 'Register'])

  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await expect(open).toBeFocused()
  // Closing goes back in the history, which would close a menu that opens before.
  await page.waitForFunction(() => (history.state as { above?: string } | null)?.above === undefined)

  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'All Products' }).press('Enter')
  await page.waitForURL('/products')
  await menu.waitFor({ state: 'hidden' })

  await test.step('Back closes the menu, then leads to the previous page', async () => {
    await open.click()
    await menu.waitFor()
    await page.waitForFunction(() => (history.state as { above?: string } | null)?.above !== undefined)
    await page.goBack()
    await menu.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/products')
    await page.goBack()
    await page.waitForURL('/')
  })
})

test('The header has links on a desktop and one sign-in button on a phone', async ({ openPage }) => {
  const page = await openPage('/', desktop)
  const header = page.getByRole('banner')
  const links = header.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Home', 'Products'])
  await expect(header.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Register' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Open menu' })).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(header.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Register' })).toBeHidden()
})

test('The first Tab offers to skip to the content, and the footer links to all its pages', async ({
  openPage,
}) => {
  const page = await openPage('/', desktop)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip to content/i })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const links = page.getByRole('contentinfo').getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(FOOTER)
  await test.step('dark and light differ, and reduced motion shows every change at once', () =>
    expectSchemes(page))
})

test("A phone's footer has two lines of links above the bottom navigation", async ({ openPage }) => {
  const page = await openPage('/help', phone)
  const links = page.getByRole('contentinfo').getByRole('link')
  await expect(links).toHaveCount(FOOTER.length)
  const [footer, navigation] = await Promise.all([
    page.getByRole('contentinfo').boundingBox(),
    page.locator('.bottom-navigation').boundingBox(),
  ])
  expect((footer?.height ?? 0) - (navigation?.height ?? 0)).toBeLessThanOrEqual(96)
  await links.last().scrollIntoViewIfNeeded()
  await links.last().click()
  await page.waitForURL('/transparency')
})

test('An unknown address answers 404, offers the search and leads home', async ({ openPage }) => {
  const page = await openPage(BLANK, { ...desktop, expected: [/404/] })
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await hydrated(page)
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  const search = page.getByRole('search', { name: 'All products' })
  await search.getByLabel('Search products').fill('kente')
  await search.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('/products?search=kente')
  await page.goBack()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL('/')
})

test('The server has the web manifest and its icons', async () => {
  const html = await (await fetch(marketUrl)).text()
  expect(html.match(/<meta name="theme-color"[^>]*>/g)).toEqual([
    '<meta name="theme-color" content="#2563eb">',
  ])
  const [, address] = /<link rel="manifest" href="([^"]+)"/.exec(html) ?? []
  const manifest = (await fetch(new URL(address ?? '', marketUrl)).then((reply) => reply.json())) as {
    name: string
    start_url: string
    theme_color: string
    icons: { src: string; type: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Sankofa', start_url: '/', theme_color: '#2563eb' })
  expect(manifest.icons.length).toBeGreaterThan(1)
  for (const { src, type } of manifest.icons) {
    const icon = await fetch(new URL(src, marketUrl))
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type])
  }
})
