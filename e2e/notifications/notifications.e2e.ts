import type { Page } from '@playwright/test'
import type { Preferences } from '#contract/accounts/account-settings.ts'
import { unsubscribeToken } from '#testing/accounts/unsubscribe-token.ts'
import { hydrated } from '#e2e/browser.ts'
import { offerListing, setStatus } from '#e2e/listings.ts'
import { secretKey } from '#e2e/market.ts'
import { newMember, newPerson, signedIn } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const width = 1280
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const preferences = (page: Page) => page.getByRole('region', { name: 'Notification preferences' })
const deviceSwitch = (page: Page) => page.getByLabel('Notifications on this device')

const permissionIs = (state: NotificationPermission) => `
  Object.defineProperty(Notification, 'permission', { get: () => '${state}' })
  Notification.requestPermission = async () => '${state}'`

test('Browsers that block or lack notifications show that', async ({ openSignedIn }) => {
  const person = await newMember('Akua Is Refused')
  const denied = await openSignedIn('/settings-page?section=notifications', {
    person,
    width,
    worker: true,
    before: permissionIs('denied'),
  })
  await expect(preferences(denied).getByText('Notifications blocked')).toBeVisible()
  await expect(deviceSwitch(denied)).toBeDisabled()

  const unable = await openSignedIn('/settings-page?section=notifications', {
    person,
    width,
    worker: true,
    before: 'delete window.PushManager',
  })
  await expect(preferences(unable).getByText('Notifications not supported')).toBeVisible()
  await expect(
    preferences(unable).getByText('Push notifications are not supported in your browser'),
  ).toBeVisible()
  await expect(deviceSwitch(unable)).toBeDisabled()
})

test('The notifications page invites once and accepts a no', async ({ openSignedIn }) => {
  const options = { width, worker: true, before: permissionIs('default') }
  const person = await newMember('Akua Declines')
  const page = await openSignedIn('/notifications-page', { person, ...options })
  const invitation = page.getByRole('region', { name: 'Get notifications on this device' })
  await expect(invitation).toBeVisible()
  // The person ignores the browser's own question.
  await invitation.getByRole('button', { name: 'Turn on' }).click()
  await expect(invitation.getByRole('button', { name: 'Turn on' })).toBeEnabled()
  await invitation.getByRole('button', { name: 'Not now' }).click()
  await invitation.waitFor({ state: 'detached' })
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(invitation).toHaveCount(0)
})

test('A person saves the channels for each kind of notification', async ({ openSignedIn }) => {
  const person = await newMember('Akua Chooses')
  const page = await openSignedIn('/settings-page?section=notifications', { person, width })
  const choice = (name: string) => preferences(page).getByRole('checkbox', { name, exact: true })
  await expect(choice('Your account, In app')).toBeDisabled()
  await choice('Messages, E-mail').uncheck()
  await expect(toast(page, 'Preferences saved')).toBeVisible()
  await preferences(page).getByLabel('Push notifications', { exact: true }).uncheck()
  await expect(choice('Sales, Push')).toBeDisabled()
  await expect(choice('Sales, Push')).not.toBeChecked()
  const choices = async () => (await person.call<Preferences>('GET', '/api/account/preferences')).push
  await expectSoon(choices).toBe(false)
  await page.reload()
  await expect(choice('Messages, E-mail')).not.toBeChecked()
  await expect(choice('Sales, E-mail')).toBeChecked()
  await expect(choice('Sales, Push')).not.toBeChecked()
  await preferences(page).getByLabel('Push notifications', { exact: true }).check()
  await expect(choice('Sales, Push')).toBeChecked()
})

test('The badge updates live in a second tab', async ({ openSignedIn }) => {
  // This person has a notification of a new device.
  const seller = await signedIn(await newPerson('Akua News'))
  const productId = await offerListing(seller, 'Radio of news')
  const page = await openSignedIn('/notifications-page', {
    person: seller,
    width,
    worker: true,
    before: permissionIs('denied'),
  })
  const second = await page.context().newPage()
  await second.goto('/')
  await hydrated(second)
  const bell = second.getByRole('link', { name: /^Notifications/ }).first()
  const count = async () => Number(/\d+/.exec(await bell.innerText())?.[0] ?? 0)
  await expectSoon(count).toBeGreaterThan(0)
  const before = await count()
  await setStatus(seller, productId, { status: 'sold' })
  await expectSoon(count).toBe(before + 1)
  await expect(page.getByRole('listitem').filter({ hasText: 'Radio of news' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expectSoon(count).toBe(0)
})

test('A mailed link stops notification mails after a confirmation', async ({ openPage }) => {
  const page = await openPage('/unsubscribe#token=nonsense', { width, expected: [/404/] })
  const stop = page.getByRole('button', { name: 'Stop these e-mails' })
  await stop.click()
  await expect(page.getByRole('alert').getByText('This link is not complete.')).toBeVisible()

  const person = await newMember('Akua Unsubscribes')
  const token = unsubscribeToken(secretKey, person.id)
  await page.goto(`/unsubscribe#token=${token}`)
  await hydrated(page)
  const choices = () => person.call<Preferences>('GET', '/api/account/preferences')
  // Opening the link changes nothing, because programs open links too.
  expect((await choices()).email).toBe(true)
  await stop.click()
  await expect(
    page.getByRole('status').getByText('We will not e-mail you notifications any more.'),
  ).toBeVisible()
  expect((await choices()).email).toBe(false)
})
