import type { Page } from '@playwright/test'
import type { Preferences } from '#contract/accounts/account-settings.ts'
import type { Product } from '#contract/products.ts'
import { unsubscribeToken } from '#testing/unsubscribe-token.ts'
import { expectNoAxeViolations, expectShown, expectSoundPage } from '#e2e/page-checks.ts'
import { hydrated } from '#e2e/browser.ts'
import { publishListing, setStatus } from '#e2e/listings.ts'
import { secretKey } from '#e2e/market.ts'
import { type Person, newPerson, signedIn } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const width = 1280
const SOON = { timeout: 20_000 }
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const preferences = (page: Page) => page.getByRole('region', { name: 'Notification preferences' })
const deviceSwitch = (page: Page) => page.getByLabel('Notifications on this device')

/** The browser goes back to where it had scrolled, which counts as a shift. */
async function reloadAtTop(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await page.reload()
  await hydrated(page)
}

const permissionIs = (state: NotificationPermission) => `
  Object.defineProperty(Notification, 'permission', { get: () => '${state}' })
  Notification.requestPermission = async () => '${state}'`

let seller: Person
let email: string
let productId: string
test.beforeAll(async () => {
  email = await newPerson('Akua News')
  seller = await signedIn(email)
  productId = await publishListing(seller, 'Radio of news')
})

test('a browser that forbids it, and one that cannot, say so', async ({ openSignedIn }) => {
  const denied = await openSignedIn('/settings-page', {
    email,
    width,
    worker: true,
    before: permissionIs('denied'),
  })
  await expectShown(preferences(denied).getByText('Notifications blocked'))
  expect(await deviceSwitch(denied).isDisabled()).toBe(true)
  await expectNoAxeViolations(denied)

  const unable = await openSignedIn('/settings-page', {
    email,
    width,
    worker: true,
    before: 'delete window.PushManager',
  })
  await expectShown(preferences(unable).getByText('Notifications not supported'))
  await expectShown(preferences(unable).getByText('Push notifications are not supported in your browser'))
  expect(await deviceSwitch(unable).isDisabled()).toBe(true)
  await expectNoAxeViolations(unable)
})

test('the notifications page offers it once, and no is an answer', async ({ openSignedIn }) => {
  const options = { width, worker: true, before: permissionIs('default') }
  const page = await openSignedIn('/notifications-page', { email, ...options })
  const invitation = page.getByRole('region', { name: 'Get news on this device' })
  await expectShown(invitation)
  await expectSoundPage(page)
  // The browser's own question was passed over.
  await invitation.getByRole('button', { name: 'Turn on' }).click()
  await expectSoon(() => invitation.getByRole('button', { name: 'Turn on' }).isEnabled()).toBe(true)
  await invitation.getByRole('button', { name: 'Not now' }).click()
  await invitation.waitFor({ state: 'detached' })
  await page.reload()
  await hydrated(page)
  await expectShown(page.getByRole('heading', { name: 'Notifications', exact: true }))
  expect(await invitation.count()).toBe(0)
})

test('the ways by which each kind of notification comes are saved', async ({ openSignedIn }) => {
  const page = await openSignedIn('/settings-page', { email, width })
  const choice = (name: string) => preferences(page).getByRole('checkbox', { name, exact: true })
  expect(await choice('Your account, In app').isDisabled()).toBe(true)
  await choice('Messages, E-mail').uncheck()
  await expectShown(toast(page, 'Preferences saved'))
  await preferences(page).getByLabel('Push notifications', { exact: true }).uncheck()
  await expectSoon(() => choice('Sales, Push').isDisabled(), SOON).toBe(true)
  await page.waitForLoadState('networkidle')
  await reloadAtTop(page)
  await expectSoon(() => choice('Messages, E-mail').isChecked(), SOON).toBe(false)
  expect(await choice('Sales, E-mail').isChecked()).toBe(true)
  expect(await choice('Sales, Push').isChecked()).toBe(false)
  await expectNoAxeViolations(page)
  await preferences(page).getByLabel('Push notifications', { exact: true }).check()
  await expectSoon(() => choice('Sales, Push').isChecked(), SOON).toBe(true)
  await page.waitForLoadState('networkidle')
})

test('the badge is live in a second tab', async ({ openSignedIn }) => {
  const page = await openSignedIn('/notifications-page', {
    email,
    width,
    worker: true,
    before: permissionIs('denied'),
  })
  const second = await page.context().newPage()
  await second.goto('/')
  await hydrated(second)
  const bell = second.getByRole('link', { name: /^Notifications/ }).first()
  const count = async () => Number(/\d+/.exec(await bell.innerText())?.[0] ?? 0)
  await expectSoon(count, SOON).toBeGreaterThan(0)
  const before = await count()
  await setStatus(seller, productId, { status: 'sold' })
  await expectSoon(count, SOON).toBe(before + 1)
  await expectShown(page.getByRole('listitem').filter({ hasText: 'Radio of news' }).first())
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expectSoon(count, SOON).toBe(0)
  await setStatus(seller, productId, { status: 'available' })
})

test('notification mails are stopped from their link, once the person says so', async ({ openPage }) => {
  const page = await openPage('/unsubscribe#token=nonsense', { width, expected: [/404/] })
  const stop = page.getByRole('button', { name: 'Stop these mails' })
  await expectSoundPage(page)
  await stop.click()
  await expectShown(page.getByRole('alert').getByText('This link is not complete.'))

  const product = await seller.call<Product>('GET', `/api/products/${productId}`)
  const token = unsubscribeToken(secretKey, product.seller.id)
  await page.goto(`/unsubscribe#token=${token}`)
  await hydrated(page)
  const choices = () => seller.call<Preferences>('GET', '/api/account/preferences')
  // Opening it changes nothing: programs open links as well.
  expect((await choices()).email).toBe(true)
  await stop.click()
  await expectShown(page.getByRole('status').getByText('You get no more news by mail.'))
  expect((await choices()).email).toBe(false)
  await expectNoAxeViolations(page)
})
