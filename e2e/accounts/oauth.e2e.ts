import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type FakeGitHub, startFakeGitHub } from '#testing/services/fake-github.ts'
import { type FakeGoogle, startFakeGoogle } from '#testing/services/fake-google.ts'
import { enableTwoFactor } from '#e2e/staff.ts'
import { ports } from '#e2e/market.ts'
import { offerListing } from '#e2e/listings.ts'
import { newMember, personOn } from '#e2e/people.ts'
import { hydrated } from '#e2e/browser.ts'
import { expect, test } from '#e2e/journey.ts'

const desktop = { width: 1280 }
const REFRESH_COOKIE = 'sankofa-refresh'

const otherSites = [ports.google, ports.github].map((port) => `http://127.0.0.1:${port}`)
let google: FakeGoogle
let github: FakeGitHub
test.beforeAll(async () => {
  google = await startFakeGoogle(ports.google)
  github = await startFakeGitHub(ports.github)
})
test.afterAll(async () => {
  await google.close()
  await github.close()
})

/** A new person at Google and at GitHub. */
function newcomer(name: string): string {
  const email = `${randomUUID()}@example.com`
  google.person = { sub: randomUUID(), email, email_verified: true, name }
  github.person = {
    id: Date.now(),
    login: 'newcomer',
    name,
    emails: [{ email, primary: true, verified: true }],
  }
  return email
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/auth/login')
}

const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name)

test('A first message is sent after a login with Google', async ({ openPage }) => {
  newcomer('Yaa Writes First')
  const id = await offerListing(await newMember('Ama Is Written To'), 'Brass bell')
  const page = await openPage(`/products/${id}`, { ...desktop, otherSites })
  await page.getByRole('button', { name: 'Message Seller' }).filter({ visible: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Message Seller' })
  await sheet.getByRole('textbox', { name: 'Message' }).fill('Is it yours?')
  await sheet.getByRole('link', { name: 'Google' }).click()
  await page.waitForURL(/\/conversation\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('list', { name: 'Messages' }).getByText('Is it yours?')).toBeVisible()
})

test('A login with Google returns to the earlier page, with and without the service worker', async ({
  openPage,
}) => {
  newcomer('Yaa Asantewaa')
  const page = await openPage('/auth/login?next=/products%3Fsearch=laptop', {
    ...desktop,
    worker: true,
    otherSites,
  })
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })
  await link(page, 'Google').click()
  await page.waitForURL('/auth/callback?next=**')
  await expect(heading(page, 'Login Successful')).toBeVisible()
  await page.waitForURL('/products?search=laptop')
  await expect(page.getByRole('button', { name: 'My Account' })).toBeVisible()

  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'sankofa-browser',
    'sankofa-device',
    REFRESH_COOKIE,
  ])
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth' })
  }
  await page.goto('/profile?section=personal')
  await hydrated(page)
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeVisible()
})

test('GitHub requires consent on its own site and recognises the same person later', async ({ openPage }) => {
  const email = newcomer('Kwame Owusu')
  const page = await openPage('/auth/register', { width: 390, otherSites })
  const own = () => page.evaluate(() => localStorage.getItem('sankofa.session'))
  for (const _ of ['register', 'log in']) {
    await link(page, 'GitHub').click()
    await page.waitForURL(`${otherSites[1]}/**`)
    await link(page, 'Authorize').click()
    await expect(heading(page, 'Login Successful')).toBeVisible()
    await page.waitForURL('/')
    expect(await own()).toContain(email)
    await page.context().clearCookies()
    await page.addInitScript(() => localStorage.clear())
    await page.goto('/auth/login')
    await hydrated(page)
  }
})

test('Two-factor login requires the second step before the session', async ({ openPage }) => {
  newcomer('Efua Two')
  const page = await openPage('/auth/login?next=/products', { ...desktop, otherSites })
  await link(page, 'Google').click()
  await page.waitForURL('/products')
  await hydrated(page)
  // Uses the API, because another journey covers the screen.
  const { recoveryCodes } = await enableTwoFactor(await personOn(page))
  await logOut(page)

  await page.goto('/auth/login?next=/products')
  await hydrated(page)
  await link(page, 'Google').click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
  expect(page.url()).not.toContain('challenge')
  expect(await page.evaluate(() => localStorage.getItem('sankofa.session'))).toBeNull()
  expect(await cookieNames(page)).not.toContain(REFRESH_COOKIE)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL('/products')
  await expect(page.getByRole('button', { name: 'My Account' })).toBeVisible()
})
