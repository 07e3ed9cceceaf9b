import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { totpCode } from '#testing/services/totp.ts'
import { newPerson, sentTo } from '#e2e/people.ts'
import { hydrated } from '#e2e/browser.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, test, type OpenSignedIn } from '#e2e/journey.ts'

/** The server's answer to a wrong code, which the journey causes on purpose. */
const WRONG_CODE = [/422/]

const twoFactor = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' })
const phone = (page: Page) => page.getByRole('region', { name: 'Phone verification' })

const openProfile = (openSignedIn: OpenSignedIn, section: string, email: string): Promise<Page> =>
  openSignedIn(`/profile?section=${section}`, { width: 390, email, expected: WRONG_CODE })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/auth/login')
}

/** Enables two-factor login; returns the app's secret and the recovery codes. */
async function enable(page: Page) {
  await twoFactor(page).getByRole('button', { name: 'Enable two-factor' }).click()
  const card = twoFactor(page)
  await expect(card.getByRole('img', { name: 'QR code for the key' })).toBeVisible()
  const secret = (await card.locator('code').innerText()).replaceAll(' ', '')
  await card.getByLabel('Verification code').fill('000000')
  await card.getByRole('button', { name: 'Verify and enable' }).click()
  await expect(page.getByText('Failed to setup 2FA')).toBeVisible()
  await card.getByLabel('Verification code').fill(await totpCode(secret))
  await card.getByRole('button', { name: 'Verify and enable' }).click()
  await expect(card.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  const codes = await card.getByRole('listitem').allInnerTexts()
  return { secret, codes }
}

test('A person enables two-factor login, logs in with it and a recovery code, and disables it', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Akosua Two')
  const page = await openProfile(openSignedIn, 'two-factor', email)
  const { secret, codes } = await enable(page)
  expect(new Set(codes).size).toBe(10)
  const card = twoFactor(page)
  await card.getByRole('button', { name: 'Copy codes' }).click()
  await expect(card.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('sankofa-recovery-codes.txt')
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\n'))
  await card.getByRole('button', { name: 'I have saved them' }).click()
  await expect(card.getByText('10 recovery codes are left.')).toBeVisible()

  await logOut(page)
  await page.goto('/auth/login')
  await hydrated(page)
  await logIn(page, email)
  const step = page.getByRole('tabpanel')
  await expect(step.getByRole('heading', { name: 'Two-factor login' })).toBeVisible()
  await step.getByLabel('Verification code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(step.getByText('Invalid verification code')).toBeVisible()
  await step.getByLabel('Verification code').fill(await totpCode(secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('/')

  await logOut(page)
  await page.goto('/auth/login?next=/profile')
  await hydrated(page)
  await logIn(page, email)
  await step.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await step.getByLabel('Recovery code').fill(codes[0]?.toUpperCase() ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL('/profile')
  await page.getByRole('link', { name: /^Two-factor/ }).click()
  await expect(card.getByText('9 recovery codes are left.')).toBeVisible()

  await card.getByRole('button', { name: 'Disable two-factor' }).click()
  await card.getByLabel('Verification code').fill(codes[0] ?? '')
  await card.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText('Failed to disable 2FA')).toBeVisible()
  await card.getByLabel('Verification code').fill(codes[1] ?? '')
  await card.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(card.getByRole('button', { name: 'Enable two-factor' })).toBeVisible()
})

test('A person verifies a phone number by SMS and changes it', async ({ openSignedIn }) => {
  const email = await newPerson('Akosua Four')
  const number = `+23320${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`
  const page = await openProfile(openSignedIn, 'phone', email)
  const card = phone(page)
  await card.getByRole('button', { name: 'Send code' }).click()
  await expect(card.getByText('Please enter a phone number')).toBeVisible()
  await card.getByLabel('Phone number').fill(`0${number.slice(4)}`)
  await card.getByRole('button', { name: 'Send code' }).click()
  await expect(card.getByText(number)).toBeVisible()

  const code = await sentTo(number, /\b(\d{4})\b/)
  await card.getByLabel('Verification code').fill(String((Number(code) + 1) % 10_000).padStart(4, '0'))
  await card.getByRole('button', { name: 'Verify' }).click()
  await expect(card.getByText('Invalid verification code')).toBeVisible()
  await card.getByLabel('Verification code').fill(code)
  await card.getByRole('button', { name: 'Verify' }).click()
  await expect(card.getByText('Verified', { exact: true })).toBeVisible()
  await page.goto('/profile?section=phone')
  await expect(card.getByText('Verified', { exact: true })).toBeVisible()
  await expect(card.getByText(number)).toBeVisible()

  await card.getByRole('button', { name: 'Change Number' }).click()
  await expect(card.getByRole('button', { name: 'Send code' })).toBeVisible()
})
