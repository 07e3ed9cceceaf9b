import { newMember } from '#e2e/people.ts'
import { newStaff } from '#e2e/staff.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, test } from '#e2e/journey.ts'

const WHY = 'You asked five people for money before they saw the phone.'

test('A suspended person reads the decision at the login and appeals', async ({ openPage }) => {
  const [{ id, email }, moderator] = [
    await newMember('Kwesi Is Out'),
    await newStaff('Ama Decided It', 'moderator'),
  ]
  const target = { kind: 'person', id }
  const decision = { target, action: 'suspend', rule: 'no-money-first', words: WHY, days: 7 }
  await moderator.call('POST', '/api/moderation/decisions', decision)

  const page = await openPage('/auth/login', { width: 390, expected: [/403/] })
  await logIn(page, email)
  await page.waitForURL('/appeal')
  await expect(page.getByRole('heading', { name: 'Your account was suspended' })).toBeVisible()
  await expect(page.getByText(WHY)).toBeVisible()
  await page.getByLabel('Why is the decision wrong?').fill('My brother used my phone.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Thank you. Another moderator will look at it')).toBeVisible()

  await page.goto('/auth/login')
  await logIn(page, email)
  await page.waitForURL('/appeal')
  await expect(page.getByText('Another moderator is looking at it.')).toBeVisible()
})
