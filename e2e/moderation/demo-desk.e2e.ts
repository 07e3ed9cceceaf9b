import { SEALED_PHONE } from '#demo/moderation/doubtful-listings.ts'
import { DEMO_TOTP_SECRET } from '#demo/moderation/staff.ts'
import { expect, test } from '#e2e/journey.ts'
import { logIn } from '#e2e/sign-in.ts'
import { totpCode } from '#testing/services/totp.ts'

test('The demo moderator signs in with the second factor and opens the case of a held listing', async ({
  openPage,
}) => {
  const page = await openPage('/auth/login', { width: 390 })
  await logIn(page, 'dede@example.com')
  await page.getByLabel('Verification code').fill(await totpCode(DEMO_TOTP_SECRET))
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await page.goto('/moderation')
  const cases = page.getByRole('region', { name: 'Waiting cases' })
  // Its seller has other open cases.
  await cases.getByRole('link', { name: new RegExp(SEALED_PHONE) }).click()
  await expect(page.getByRole('heading', { name: /^Pile of/ })).toBeVisible()
  await cases.getByRole('link', { name: new RegExp(`^${SEALED_PHONE}`) }).click()
  const found = page.getByRole('article', { name: SEALED_PHONE })
  const copies = found.getByRole('region', { name: 'Photos that another seller had first' })
  await expect(copies.getByRole('img')).toHaveCount(2)
  await expect(found.getByText('The listing has words of a known trick')).toBeVisible()
  await expect(found.getByText('Loss of money')).toBeVisible()
  await expect(found.getByText('Asks for a delivery fee first')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Appeals/ })).toContainText(/\d/)
})
