import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { DEMO_PASSWORD, newPerson, sentTo } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, test, type OpenSignedIn } from '#e2e/journey.ts'

const NEW_PASSWORD = 'Brass-kettle-rests-1'
const WIDTH = 1280
/** Answers to a wrong password and to a session ended on another device, on purpose. */
const REFUSED = [/40[13]/]

async function openSettings(openSignedIn: OpenSignedIn, email: string, name: string): Promise<Page> {
  const page = await openSignedIn('/settings-page', { width: WIDTH, email, expected: REFUSED })
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
  await expect(section(page, name)).toBeVisible()
  return page
}

const section = (page: Page, name: string) => page.getByRole('region', { name })

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  const account = section(page, 'Account')
  await account.getByLabel('Current password', { exact: true }).fill(from)
  await account.getByLabel('New password', { exact: true }).fill(to)
  await account.getByLabel('Confirm password', { exact: true }).fill(to)
  await account.getByRole('button', { name: 'Update Password' }).click()
}

test('A phone shows a list of sections, and Back returns to it', async ({ openSignedIn }) => {
  const page = await openSignedIn('/settings-page', { width: 390, email: await newPerson('Yaa Looks') })
  const row = page.getByRole('link', { name: /^Sessions/ })
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(0)
  await row.click()
  await page.waitForURL('/settings-page?section=sessions')
  await expect(section(page, 'Sessions').getByText('This device')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.reload()
  await expect(section(page, 'Sessions').getByText('This device')).toBeVisible()
  await page.goBack()
  await page.waitForURL('/settings-page')
  await expect(row).toBeFocused()
  await row.click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.waitForURL('/settings-page')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  // The address that the site linked to before there were sections.
  await page.goto('/profile#phone')
  await expect(section(page, 'Phone verification')).toBeVisible()
})

test('A person sees their devices and ends sessions', async ({ openSignedIn }) => {
  const email = await newPerson('Yaa Devices')
  const other = await openSettings(openSignedIn, email, 'Sessions')
  const page = await openSettings(openSignedIn, email, 'Sessions')
  const sessions = section(page, 'Sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await sessions.getByRole('button', { name: 'End this session' }).last().click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText('All other sessions ended')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await other.reload()
  await other.waitForURL('/auth/login?next=%2Fsettings-page%3Fsection%3Dsessions')
})

test('A person changes the password with the current one', async ({ openSignedIn }) => {
  const page = await openSettings(openSignedIn, await newPerson('Yaa Changes'), 'Account')
  const account = section(page, 'Account')
  await account.getByRole('button', { name: 'Change password' }).click()
  await changePassword(page, 'Wrong-1234', NEW_PASSWORD)
  await expect(account.getByText('Your current password is wrong.')).toBeVisible()
  await expect(page.getByText('Password update failed')).toBeVisible()
  await changePassword(page, DEMO_PASSWORD, NEW_PASSWORD)
  await expect(page.getByText('Password updated', { exact: true })).toBeVisible()
  await account.getByRole('button', { name: 'Change password' }).click()
  await changePassword(page, NEW_PASSWORD, DEMO_PASSWORD)
  await account.getByLabel('New password', { exact: true }).waitFor({ state: 'detached' })
})

test('A mailed link changes the address', async ({ openSignedIn }) => {
  const email = await newPerson('Yaa Moves')
  const next = `next-${email}`
  const page = await openSettings(openSignedIn, email, 'Account')
  const account = section(page, 'Account')
  await account.getByRole('button', { name: 'Change e-mail' }).click()
  await account.getByLabel('New e-mail address').fill(next)
  await account.getByRole('button', { name: 'Send link' }).click()
  await expect(account.getByText(`We sent a link to ${next}.`)).toBeVisible()
  await page.goto(`/auth/verify-email#change=${await sentTo(next, /#change=([\w-]{43})/)}`)
  await expect(page.getByText(`Your account now uses ${next}.`)).toBeVisible()
  expect(page.url()).not.toContain('#')
  await page.getByRole('link', { name: 'Go to settings' }).click()
  await expect(section(page, 'Account').getByText(next)).toBeVisible()
  await sentTo(email, /(now uses another e-mail address)/)
})

test('A mailed link opens the copy of the data, even before a login', async ({ openPage, openSignedIn }) => {
  const email = await newPerson('Yaa Copies')
  const page = await openSettings(openSignedIn, email, 'Privacy')
  await section(page, 'Privacy').getByRole('button', { name: 'Download data' }).click()
  await expect(page.getByText('We are preparing your copy', { exact: true })).toBeVisible()
  const token = await sentTo(email, /#export=([\w-]{43})/)

  const elsewhere = await openPage(`/settings-page#export=${token}`, { width: WIDTH })
  await elsewhere.waitForURL((url) => url.pathname === '/auth/login')
  expect(elsewhere.url()).not.toContain(token)
  await logIn(elsewhere, email)
  await elsewhere.waitForURL('/settings-page?section=privacy')
  const download = elsewhere.getByRole('button', { name: 'Download the ZIP file' })
  await expect(download).toBeVisible()
  await expect(download).toBeFocused()
  const [file] = await Promise.all([elsewhere.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toBe('sankofa-data.zip')
  const files = unzipSync(await readFile(await file.path()))
  expect(Buffer.from(files['accounts.json'] ?? []).toString()).toContain(email)
  await elsewhere.goto('/')
  await elsewhere.goto('/settings-page?section=privacy')
  await hydrated(elsewhere)
  await expect(elsewhere.getByText('Ready until')).toBeVisible()
})

test('A person deletes their account after a confirmation', async ({ openSignedIn }) => {
  const email = await newPerson('Yaa Goes')
  const page = await openSettings(openSignedIn, email, 'Privacy')
  const open = section(page, 'Privacy').getByRole('button', { name: 'Delete account' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await open.click()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('Type DELETE to continue')).toBeVisible()
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Account deleted')).toBeVisible()
  await page.waitForURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('sankofa.session'))).toBeNull()
  await sentTo(email, /(We deleted your account on)/)
  await page.goto('/auth/login')
  await hydrated(page)
  await logIn(page, email)
  await expect(page.getByText('Invalid email or password.')).toBeVisible()
})
