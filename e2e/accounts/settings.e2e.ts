import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Page } from '@playwright/test'
import { expectNoAxeViolations, expectShown, expectSoundPage } from '#e2e/page-checks.ts'
import { hydrated } from '#e2e/browser.ts'
import { DEMO_PASSWORD, newPerson, sentTo } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, expectSoon, test, type OpenSignedIn } from '#e2e/journey.ts'

const NEW_PASSWORD = 'Brand-new-1'
const WIDTH = 1280
/** A wrong password, and a session that was ended from another device, are answered so on purpose. */
const REFUSED = [/40[13]/]

async function openSettings(openSignedIn: OpenSignedIn, email: string): Promise<Page> {
  const page = await openSignedIn('/settings-page', { width: WIDTH, email, expected: REFUSED })
  await expectShown(page.getByText('This device'))
  return page
}

const section = (page: Page, name: string) => page.getByRole('region', { name })
const hasFocus = (element: Element) => element === document.activeElement

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  const account = section(page, 'Account')
  await account.getByLabel('Current password', { exact: true }).fill(from)
  await account.getByLabel('New password', { exact: true }).fill(to)
  await account.getByLabel('Confirm password', { exact: true }).fill(to)
  await account.getByRole('button', { name: 'Update Password' }).click()
}

/** One person from first to last: registrations from one address are few in an hour. */
let email: string
test.beforeAll(async () => {
  email = await newPerson('Yaa Settings')
})

test('devices are listed and ended', async ({ openSignedIn }) => {
  const other = await openSettings(openSignedIn, email)
  const page = await openSettings(openSignedIn, email)
  const sessions = section(page, 'Sessions')
  await expectSoundPage(page)
  const count = await sessions.getByRole('listitem').count()
  expect(count).toBeGreaterThan(1)
  await sessions.getByRole('button', { name: 'End this session' }).last().click()
  await expectShown(page.getByText('Session ended'))
  await expectSoon(() => sessions.getByRole('listitem').count()).toBe(count - 1)
  await sessions.getByRole('button', { name: 'End all others' }).click()
  await expectShown(page.getByText('All other sessions ended'))
  await expectSoon(() => sessions.getByRole('listitem').count()).toBe(1)
  await other.reload()
  await other.waitForURL('/auth/login?next=%2Fsettings-page')
})

test('the password is changed with the current one', async ({ openSignedIn }) => {
  const page = await openSettings(openSignedIn, email)
  const account = section(page, 'Account')
  await account.getByRole('button', { name: 'Change password' }).click()
  await changePassword(page, 'Wrong-1234', NEW_PASSWORD)
  await expectShown(account.getByText('The current password is not right.'))
  await expectShown(page.getByText('Password update failed'))
  await expectNoAxeViolations(page)
  await changePassword(page, DEMO_PASSWORD, NEW_PASSWORD)
  await expectShown(page.getByText('Password updated', { exact: true }))
  await account.getByRole('button', { name: 'Change password' }).click()
  await changePassword(page, NEW_PASSWORD, DEMO_PASSWORD)
  await account.getByLabel('New password', { exact: true }).waitFor({ state: 'detached' })
})

test('the choices of notifications stay', async ({ openSignedIn }) => {
  const page = await openSettings(openSignedIn, email)
  const preferences = section(page, 'Notification preferences')
  await preferences.getByLabel('Push notifications').uncheck()
  await expectShown(page.getByText('Preferences saved'))
  await page.reload()
  await hydrated(page)
  await expectShown(preferences.getByLabel('Push notifications'))
  expect(await preferences.getByLabel('Push notifications').isChecked()).toBe(false)
  expect(await preferences.getByLabel('E-mail notifications').isChecked()).toBe(true)
  expect(await preferences.getByLabel('Show when I am online').isChecked()).toBe(true)
})

test('the address is changed by the link to the new one', async ({ openSignedIn }) => {
  const next = `next-${email}`
  const page = await openSettings(openSignedIn, email)
  const account = section(page, 'Account')
  await account.getByRole('button', { name: 'Change e-mail' }).click()
  await account.getByLabel('New e-mail address').fill(next)
  await account.getByRole('button', { name: 'Send link' }).click()
  await expectShown(account.getByText(`We sent a link to ${next}.`))
  await page.goto(`/auth/verify-email#change=${await sentTo(next, /#change=([\w-]{43})/)}`)
  await expectShown(page.getByText(`Your account now uses ${next}.`))
  expect(page.url()).not.toContain('#')
  await expectNoAxeViolations(page)
  const previous = email
  email = next
  await page.getByRole('link', { name: 'Go to settings' }).click()
  await expectShown(section(page, 'Account').getByText(next))
  expect(await sentTo(previous, /(now uses another e-mail address)/)).toBeTruthy()
})

test('the copy of the data comes by the mailed link, also before logging in', async ({
  openPage,
  openSignedIn,
}) => {
  const page = await openSettings(openSignedIn, email)
  await section(page, 'Privacy').getByRole('button', { name: 'Download data' }).click()
  await expectShown(page.getByText('Your copy is being prepared', { exact: true }))
  const token = await sentTo(email, /#export=([\w-]{43})/)

  const elsewhere = await openPage(`/settings-page#export=${token}`, { width: WIDTH })
  await elsewhere.waitForURL((url) => url.pathname === '/auth/login')
  expect(elsewhere.url()).not.toContain(token)
  await logIn(elsewhere, email)
  await elsewhere.waitForURL('/settings-page')
  const download = elsewhere.getByRole('button', { name: 'Download the ZIP file' })
  await expectShown(download)
  expect(await download.evaluate(hasFocus)).toBe(true)
  const [file] = await Promise.all([elsewhere.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toBe('sankofa-data.zip')
  const files = unzipSync(await readFile(await file.path()))
  expect(Buffer.from(files['accounts.json'] ?? []).toString()).toContain(email)
  await elsewhere.goto('/')
  await elsewhere.goto('/settings-page')
  await hydrated(elsewhere)
  await expectShown(elsewhere.getByText('Ready until'))
  await expectSoundPage(elsewhere)
})

test('the account is deleted once that was meant', async ({ openSignedIn }) => {
  const page = await openSettings(openSignedIn, email)
  const open = section(page, 'Privacy').getByRole('button', { name: 'Delete account' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expectShown(dialog)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  expect(await open.evaluate(hasFocus)).toBe(true)
  await open.click()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expectShown(dialog.getByText('Type DELETE to go on'))
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expectShown(page.getByText('Account deleted'))
  await page.waitForURL('/')
  await expectShown(page.getByRole('heading', { level: 1 }))
  expect(await page.evaluate(() => localStorage.getItem('sankofa.session'))).toBeNull()
  expect(await sentTo(email, /(Your account and what it held about you are gone)/)).toBeTruthy()
  await page.goto('/auth/login')
  await hydrated(page)
  await logIn(page, email)
  await expectShown(page.getByText('Invalid email or password.'))
})
