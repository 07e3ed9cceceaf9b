import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { collectProblems } from '#e2e/page-problems.ts'
import { BLANK, hydrated, wholeChromium } from '#e2e/browser.ts'
import { marketUrl } from '#e2e/market.ts'
import { expect, test } from '#e2e/journey.ts'
import { logIn } from '#e2e/sign-in.ts'

const throwing = (object: string, name: string) =>
  `Object.defineProperty(${object}, '${name}', { get() { throw new DOMException('Denied', 'SecurityError') } });`
const absent = (object: string, name: string) =>
  `Object.defineProperty(${object}, '${name}', { get: () => undefined });`

type Storage = [object: string, name: string]
const SYNCHRONOUS: Storage[] = [
  ['window', 'localStorage'],
  ['window', 'sessionStorage'],
  ['Document.prototype', 'cookie'],
]
const ASYNCHRONOUS: Storage[] = [
  ['window', 'indexedDB'],
  ['window', 'caches'],
  ['Navigator.prototype', 'serviceWorker'],
]
const STORAGES = [...SYNCHRONOUS, ...ASYNCHRONOUS]

const BROWSERS: [name: string, script: string][] = [
  ['refuses all storage', STORAGES.map(([object, name]) => throwing(object, name)).join('')],
  ['has no storage', STORAGES.map(([object, name]) => absent(object, name)).join('')],
  // One kind of storage fails while the others work.
  ['refuses synchronous storage', SYNCHRONOUS.map(([object, name]) => throwing(object, name)).join('')],
  ['refuses asynchronous storage', ASYNCHRONOUS.map(([object, name]) => throwing(object, name)).join('')],
]

/** The public pages that read or write stored data; the looks cover the storage of all others. */
async function storingPages(): Promise<string[]> {
  const reply = await fetch(`${marketUrl}/api/products?limit=1&sort=oldest`)
  const { items } = (await reply.json()) as { items: { id: string }[] }
  return [`/products/${items[0]?.id}`, '/favourites', '/cookies', '/auth/register']
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
  test(`A browser that ${name} shows the public pages`, async ({ openPage }) => {
    const page = await openPage(BLANK, { width: 390, worker: true, before: script })
    // Only a few pages behave differently if a single kind of storage fails.
    await expectPagesWork(
      page,
      name === 'refuses all storage' ? await storingPages() : ['/favourites', '/auth/register'],
    )
  })
}

for (const [missing, script] of [
  ['site data', throwing('window', 'localStorage')],
  ['cookies', throwing('Document.prototype', 'cookie')],
]) {
  test(`The login says before sending that it needs ${missing}`, async ({ openPage }) => {
    const page = await openPage('/auth/login', { width: 390, before: script })
    await expect(
      page.getByRole('alert').getByText(`Your browser blocks ${missing} for this site.`),
    ).toBeVisible()
    let isSent = false
    page.on('request', (request) => (isSent ||= request.url().endsWith('/api/auth/login')))
    await logIn(page, 'nobody@example.com')
    await expect(page.getByText('Login failed')).toBeVisible()
    expect(isSent).toBe(false)
  })
}

test('A Chromium that blocks all cookies and site data shows the public pages', async ({ onTestEnd }) => {
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
  await expectPagesWork(page, await storingPages())
  await page.goto('/auth/login')
  await expect(page.getByText('Your browser blocks cookies and site data for this site.')).toBeVisible()
  expect(problems).toEqual([])
})
