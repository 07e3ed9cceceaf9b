import { expectNoAxeViolations, expectShown } from '#e2e/page-checks.ts'
import { hydrated } from '#e2e/browser.ts'
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

test('the slide-out menu works by keyboard and gives the focus back', async ({ openPage }) => {
  const page = await openPage('/', phone)
  const open = page.getByRole('button', { name: 'Open menu' })
  await open.focus()
  await page.keyboard.press('Enter')

  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  const links = await menu.getByRole('navigation').getByRole('link').allInnerTexts()
  expect(links).toEqual(['Home', 'All Products', 'Favourites', 'Login', 'Register'])
  await expectNoAxeViolations(page)

  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)

  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'All Products' }).press('Enter')
  await page.waitForURL('/products')
  await menu.waitFor({ state: 'hidden' })
})

test('a desktop has its navigation in the header and no menu button', async ({ openPage }) => {
  const page = await openPage('/', desktop)
  const header = page.getByRole('banner')
  const links = await header.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
  expect(links).toEqual(['Home', 'Products'])
  expect(await header.getByRole('link', { name: 'Login' }).isVisible()).toBe(true)
  expect(await header.getByRole('link', { name: 'Register' }).isVisible()).toBe(true)
  expect(await header.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false)
})

test('a phone shows one sign-in button', async ({ openPage }) => {
  const page = await openPage('/', phone)
  const header = page.getByRole('banner')
  expect(await header.getByRole('link', { name: 'Login' }).isVisible()).toBe(true)
  expect(await header.getByRole('link', { name: 'Register' }).isVisible()).toBe(false)
})

test('the footer links to every page of its list', async ({ openPage }) => {
  const page = await openPage('/', desktop)
  const links = page.getByRole('contentinfo').getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(FOOTER)
})

test('the first Tab offers to skip to the content', async ({ openPage }) => {
  const page = await openPage('/', desktop)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: /skip to content/i })
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
})

test('who wants no motion sees every change at once, also of what is inherited', async ({ openPage }) => {
  const page = await openPage('/', desktop)
  const visibility = await page.evaluate(() => {
    const outline = document.createElement('div')
    outline.className = 'skeleton'
    document.querySelector('main')?.append(outline)
    const link = document.querySelector('footer a')
    return link && getComputedStyle(link).visibility
  })
  expect(visibility).toBe('hidden')
})

test('dark and light differ', async ({ openPage }) => {
  const background = async (dark: boolean) => {
    const page = await openPage('/', { ...desktop, dark })
    return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  }
  expect(await background(true)).not.toBe(await background(false))
})

test('an unknown address answers 404 and leads home', async ({ openPage }) => {
  const page = await openPage('/', { ...desktop, expected: [/404/] })
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await hydrated(page)
  await expectShown(page.getByText('404', { exact: true }))
  await expectShown(page.getByText('Oops! Page not found'))
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL('/')
})

test('without JavaScript the home page, the list and a product still read and link', async ({ openPage }) => {
  // The page preloads its modules, which a browser without scripts refuses.
  const page = await openPage('/', { ...phone, javaScript: false, expected: [/\.js \(csp\)$/] })
  await page.getByRole('link', { name: 'Browse Products' }).first().click()
  await page.waitForURL('/products')
  await expectShown(page.getByText(/^Showing [\d,]+\+? product/))
  // Not the newest: another journey may delete its own meanwhile.
  const card = page.getByRole('main').locator('a[href^="/products/"]').last()
  const title = await card.getByRole('heading').innerText()
  await card.click()
  await page.waitForURL(/\/products\/[0-9a-f-]{36}$/)
  await expectShown(page.getByRole('heading', { level: 1, name: title }))
  expect(await page.getByRole('main').innerText()).toContain('GH₵')
})

test('offline, a visited page comes back and any other shows the offline page', async ({ openPage }) => {
  // The browser reports the fetches that fail while it is offline.
  const expected = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/]
  const page = await openPage('/', { ...desktop, worker: true, expected })
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto('/help')
  await expectShown(page.getByRole('heading', { level: 1, name: 'Help Center' }))
  await hydrated(page)

  await page.context().setOffline(true)
  await page.reload()
  await expectShown(page.getByRole('heading', { level: 1, name: 'Help Center' }))
  await page.goto('/terms')
  await expectShown(page.getByRole('heading', { level: 1, name: /cannot be reached right now/ }))
})

test('the web manifest and its icons are served', async ({ openPage }) => {
  const page = await openPage('/', desktop)
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
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
