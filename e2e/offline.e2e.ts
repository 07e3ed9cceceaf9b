import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hydrated, openPage } from './browser.ts'
import { expectShown } from './page-checks.ts'

/** The browser reports the fetches that fail while it is offline. */
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/]

async function openWithWorker(address: string): Promise<Page> {
  const page = await openPage(address, { width: 390, expected: OFFLINE })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return page
}

/** Waits until the worker has put the address away. */
async function untilKept(page: Page, address: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(async (path) => (await caches.match(path)) !== undefined, address))
    .toBe(true)
}

test('offline, the very first page can be opened again, with its styles and code', async () => {
  const page = await openWithWorker('/safety')
  await untilKept(page, '/safety')
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.context().setOffline(true)
  await page.reload()
  await hydrated(page)
  await expectShown(page.getByRole('heading', { level: 1 }))
  await expectShown(page.getByText('You are offline. Pages that you have opened before can still be read.'))
  expect(await background()).not.toBe('rgba(0, 0, 0, 0)')
})

test('offline, a product reached by a link can be opened again, with its data and photo', async () => {
  const page = await openWithWorker('/products')
  const card = page.getByRole('main').locator('a[href^="/products/"]').first()
  const address = (await card.getAttribute('href')) ?? ''
  await card.click()
  await page.waitForURL(address)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await untilKept(page, address)
  const photo = page.getByRole('main').locator('img').first()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await untilKept(page, await photo.evaluate((image: HTMLImageElement) => image.currentSrc))

  await page.context().setOffline(true)
  await page.goto(address)
  await hydrated(page)
  await expectShown(page.getByRole('heading', { level: 1, name: title }))
  await page.waitForFunction(() => {
    const shown = document.querySelector<HTMLImageElement>('main img')
    return shown?.complete === true && shown.naturalWidth > 0
  })
})

test('offline, a private page not opened before shows the offline page, and nothing personal is kept', async () => {
  const page = await openWithWorker('/')
  await untilKept(page, '/')
  await page.evaluate(() => fetch('/api/categories', { headers: { Authorization: 'Bearer someone' } }))
  await page.context().setOffline(true)
  for (const address of ['/messages', '/dashboard', '/auth/login']) {
    await page.goto(address)
    await expectShown(page.getByRole('heading', { level: 1, name: 'You are offline' }))
    await expectShown(page.getByRole('link', { name: 'Try again' }))
  }
  const kept = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => /^(pages|api)-/.test(name))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/')
  expect(kept.filter((path) => /^\/(messages|dashboard|auth|api\/categories)/.test(path))).toEqual([])
})

test('a link on the offline page leads back to the market once there is a connection', async () => {
  const page = await openWithWorker('/')
  await page.context().setOffline(true)
  await page.goto('/terms')
  await expectShown(page.getByRole('heading', { level: 1, name: 'You are offline' }))
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expectShown(page.getByRole('heading', { level: 1, name: /terms/i }))
})
