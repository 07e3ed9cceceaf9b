import { runAdmin } from '#e2e/admin.ts'
import { newPerson } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, test } from '#e2e/journey.ts'

const WHY = 'You asked five people for money before they saw the phone.'

test('somebody who is suspended reads at the log-in what was decided, and appeals', async ({ openPage }) => {
  const [email, moderator] = await Promise.all([newPerson('Kwesi Is Out'), newPerson('Ama Decided It')])
  await runAdmin('role', moderator, 'moderator')
  const decision = ['--rule', 'no-money-first', '--words', WHY, '--as', moderator]
  await runAdmin('suspend', email, '--days', '7', ...decision)

  const page = await openPage('/auth/login', { width: 390, expected: [/403/] })
  await logIn(page, email)
  await page.waitForURL('/appeal')
  await expect(page.getByRole('heading', { name: 'Your account was suspended' })).toBeVisible()
  await expect(page.getByText(WHY)).toBeVisible()
  await page.getByLabel('Why is it wrong?').fill('My brother used my phone.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Thank you. Somebody else looks at it')).toBeVisible()

  await page.goto('/auth/login')
  await logIn(page, email)
  await page.waitForURL('/appeal')
  await expect(page.getByText('Somebody else is looking at it.')).toBeVisible()
})
