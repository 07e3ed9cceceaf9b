import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { collectProblems } from '#e2e/page-problems.ts'
import { hydrated, wholeChromium } from '#e2e/browser.ts'
import { marketUrl } from '#e2e/market.ts'
import { expect, test } from '#e2e/journey.ts'
import { logIn } from '#e2e/sign-in.ts'

const throwing = (object: string, name: string) =>
  `Object.defineProperty(${object}, '${name}', { get() { throw new DOMException('Denied', 'SecurityError') } });`
const absent = (object: string, name: string) =>
  `Object.defineProperty(${object}, '${name}', { get: () => undefined });`

const STORAGES: [object: string, name: string][] = [
  ['window', 'localStorage'],
  ['window', 'sessionStorage'],
  ['window', 'indexedDB'],
  ['window', 'caches'],
  ['Navigator.prototype', 'serviceWorker'],
  ['Document.prototype', 'cookie'],
]

const BROWSERS: [name: string, script: string][] = [
  ['refuses all storage', STORAGES.map(([object, name]) => throwing(object, name)).join('')],
  ['has no storage', STORAGES.map(([object, name]) => absent(object, name)).join('')],
  ...STORAGES.map(([object, name]): [string, string] => [`refuses ${name}`, throwing(object, name)]),
]

async function publicPages(): Promise<string[]> {
  const product = await someProduct()
  return [
    '/products',
    `/products/${product.id}`,
    `/sellers/${product.seller.id}`,
    '/favourites',
    '/help',
    '/contact',
    '/privacy',
    '/cookies',
    '/auth/register',
    '/auth/reset-password',
  ]
}

async function someProduct(): Promise<{ id: string; seller: { id: string } }> {
  const read = async (path: string): Promise<unknown> => (await fetch(marketUrl + path)).json()
  const { items } = (await read('/api/products?limit=1&sort=oldest')) as { items: { id: string }[] }
  return (await read(`/api/products/${items[0]?.id}`)) as { id: string; seller: { id: string } }
}

async function expectPagesWork(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.getByText('Something went wrong').count(), address).toBe(0)
  }
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('link', { name: 'Browse Products' }).first().click()
  await page.waitForURL(`${marketUrl}/products`)
  await page
    .getByRole('button', { name: /^Favourite/ })
    .first()
    .click()
  await expect(page.getByText(/Added to favourites|Could not save/)).toBeVisible()
}

for (const [name, script] of BROWSERS) {
  test(`in a browser that ${name} every public page works`, async ({ openPage }) => {
    const page = await openPage('/', { width: 390, worker: true, before: script })
    // What one storage alone is for shows on few pages.
    await expectPagesWork(
      page,
      name === 'refuses all storage' ? await publicPages() : ['/favourites', '/auth/register'],
    )
  })
}

for (const [missing, script] of [
  ['site data', throwing('window', 'localStorage')],
  ['cookies', throwing('Document.prototype', 'cookie')],
]) {
  test(`without ${missing} logging in says so before anything is sent`, async ({ openPage }) => {
    const page = await openPage('/auth/login', { width: 390, worker: true, before: script })
    await expect(page.getByRole('alert').getByText(`Signing in needs ${missing}, which`)).toBeVisible()
    let isSent = false
    page.on('request', (request) => (isSent ||= request.url().endsWith('/api/auth/login')))
    await page.goto('/auth/login')
    await hydrated(page)
    await logIn(page, 'nobody@example.com')
    await expect(page.getByText('Login failed')).toBeVisible()
    expect(isSent).toBe(false)
  })
}

test('in a Chromium that blocks all cookies and site data every public page works', async ({ onTestEnd }) => {
  const folder = mkdtempSync(join(tmpdir(), 'no-cookies-'))
  onTestEnd(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'Default'))
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(folder, {
    ...wholeChromium(),
    baseURL: marketUrl,
    viewport: { width: 390, height: 844 },
  })
  onTestEnd(() => context.close())
  const problems = await collectProblems(context, [marketUrl])
  const page = await context.newPage()
  await page.goto('/')
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await expectPagesWork(page, await publicPages())
  await page.goto('/auth/login')
  await expect(page.getByText('Signing in needs cookies and site data, which')).toBeVisible()
  expect(problems).toEqual([])
})
