import type { Page } from '@playwright/test'
import { type PushService, startPushService } from '#testing/services/push-service.ts'
import { hydrated, wholeChromium } from '#e2e/browser.ts'
import { offerListing, setStatus, writeAbout } from '#e2e/listings.ts'
import { marketUrl, ports } from '#e2e/market.ts'
import { newMember, newPerson, signedIn } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

test.use({ launchOptions: wholeChromium() })

let service: PushService
test.beforeAll(async () => {
  service = await startPushService(ports.push)
})
test.afterAll(() => service.close())

const width = 1280
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const preferences = (page: Page) => page.getByRole('region', { name: 'Notification preferences' })
const deviceSwitch = (page: Page) => page.getByLabel('Notifications on this device')

/** Lets the browser, whose own push service cannot be reached, subscribe at ours instead. */
const subscribingAt = (subscription: object) => `if (location.protocol === 'http:') {
  const given = ${JSON.stringify(subscription)}
  let current = null
  const stored = sessionStorage.getItem('test-subscription')
  const make = (options) => ({
    ...given, options, toJSON: () => given, getKey: () => null,
    unsubscribe: async () => { current = null; sessionStorage.removeItem('test-subscription'); return true },
  })
  if (stored) current = make({ applicationServerKey: Uint8Array.from(JSON.parse(stored)).buffer })
  PushManager.prototype.getSubscription = async () => current
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const text = applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    sessionStorage.setItem('test-subscription', JSON.stringify([...bytes]))
    current = make({ applicationServerKey: bytes.buffer })
    return current
  }
}`

/**
 * Delivers the push service's message for this browser to the service worker and waits for it: Chromium loses
 * a notification that is not shown yet when the shown ones are listed.
 */
async function deliver(page: Page, notification: object): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(marketUrl))
      if (own) resolve(own.registrationId)
    })
  })
  const completed = new Promise<void>((resolve) => {
    session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
      if (backgroundServiceEvent.eventName === 'Push event completed') resolve()
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('BackgroundService.clearEvents', { service: 'pushMessaging' })
  await session.send('BackgroundService.setRecording', { shouldRecord: true, service: 'pushMessaging' })
  await session.send('BackgroundService.startObserving', { service: 'pushMessaging' })
  const data = JSON.stringify(notification)
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', { origin: marketUrl, registrationId, data })
  await completed
  await session.detach()
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all.map(({ title, body, tag }) => ({ title, body, tag }))
  })

test('A person turns push on with a tap and tries it, and the service worker shows it', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Akua News')
  let seller = await signedIn(email)
  const buyer = await newMember('Nii Asks')
  const productId = await offerListing(seller, 'Radio of news')
  const kettleId = await offerListing(seller, 'Kettle of news')
  const browser = service.browser()
  const page = await openSignedIn('/settings-page?section=notifications', {
    email,
    width,
    worker: true,
    permissions: ['notifications'],
    before: subscribingAt(browser.subscription),
  })
  await expect(deviceSwitch(page)).not.toBeChecked()
  await expect(preferences(page).getByText(/^Turn this on to get notifications/)).toBeVisible()
  await deviceSwitch(page).click()
  await expect(toast(page, 'Notifications enabled')).toBeVisible()
  await expect(preferences(page).getByText(/^You get notifications here/)).toBeVisible()
  await page.reload()
  await expect(deviceSwitch(page)).toBeChecked()

  await page.getByRole('button', { name: 'Send a test notification' }).click()
  await expectSoon(() => browser.pushed.length).toBe(1)
  await deliver(page, browser.pushed[0]?.notification ?? {})
  await expectSoon(() => shown(page)).toMatchObject([{ title: 'Test Notification' }])

  await writeAbout(buyer, productId, 'Good day, is it still there?')
  await expectSoon(() => browser.pushed.length).toBe(2)
  const pushed = browser.pushed[1]?.notification
  await deliver(page, pushed ?? {})
  await expectSoon(() => shown(page)).toContainEqual({
    title: 'New Message',
    body: expect.stringContaining('Good day, is it still there?'),
    tag: pushed?.path,
  })
  expect(service.problems).toEqual([])

  // A visible tab needs no notification of its own content.
  await page.goto(pushed?.path ?? '')
  await hydrated(page)
  const bodies = async () => (await shown(page)).map(({ body }) => body)
  await deliver(page, { ...pushed, tag: 'another', content: 'Seen already' })
  await deliver(page, { type: 'other', content: 'Something else', path: '/help', tag: 'else' })
  await expectSoon(bodies).toContain('Something else')
  await expectSoon(bodies).not.toContain('Seen already')

  await page.goto('/settings-page')
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/auth/login')
  await expectSoon(() => page.evaluate(() => sessionStorage.getItem('test-subscription'))).toBeNull()
  seller = await signedIn(email)
  const other = service.browser()
  await seller.call('PUT', '/api/push/subscription', other.subscription)
  await setStatus(seller, kettleId, { status: 'sold' })
  await expectSoon(() => other.pushed.length).toBe(1)
  expect(browser.pushed).toHaveLength(2)
})
