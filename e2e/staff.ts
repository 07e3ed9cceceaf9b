import type { Page } from '@playwright/test'
import { totpCode } from '#testing/services/totp.ts'
import { hydrated } from './browser.ts'
import { expectShown, expectSoundLook } from './page-checks.ts'

/** From the page that says what is missing to the queue. */
export async function turnOnTwoFactor(page: Page): Promise<void> {
  await expectShown(page.getByRole('heading', { name: 'Turn on two-factor sign-in first' }))
  await expectSoundLook(page)
  await page.getByRole('link', { name: 'Turn it on in your profile' }).click()
  const card = page.getByRole('region', { name: 'Two-factor authentication' })
  await card.getByRole('button', { name: 'Enable two-factor' }).click()
  const secret = (await card.locator('code').innerText()).replaceAll(' ', '')
  await card.getByLabel('Verification code').fill(await totpCode(secret))
  await card.getByRole('button', { name: 'Verify and enable' }).click()
  await card.getByRole('button', { name: 'I have kept them' }).click()
  await page.goto('/moderation')
  await hydrated(page)
}
