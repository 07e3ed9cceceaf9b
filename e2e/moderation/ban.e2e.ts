import { PROBLEMS } from '#contract/problem.ts'
import { runAdmin } from '#e2e/admin.ts'
import { expectNoAxeViolations, expectShown } from '#e2e/page-checks.ts'
import { DEMO_PASSWORD, newPerson } from '#e2e/people.ts'
import { turnOnTwoFactor } from '#e2e/staff.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const CODE = 'reauthentication-required'
const WHY = 'You asked five people for money first.'

test('a moderator proves who they are before a ban, and loses nothing typed by declining', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Efua Bans')
  const other = await newPerson('Kwabena Cheats')
  await runAdmin('role', email, 'moderator')
  const page = await openSignedIn('/moderation', { width: 390, email, expected: [/403/] })
  await turnOnTwoFactor(page)
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('searchbox', { name: /^Name, username/ }).fill(other)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Kwabena Cheats' }).click()
  await page.getByRole('button', { name: 'Ban' }).click()
  const decision = page.getByRole('dialog', { name: 'Ban: Kwabena Cheats' })
  await decision.getByLabel('Rule').selectOption('no-money-first')
  await decision.getByLabel('Words for the person').fill(WHY)

  // Answered twice as in a session that signed in long ago; the rest is the server's.
  const { status, message } = PROBLEMS[CODE]
  const json = { error: { code: CODE, message, requestId: 'r1' } }
  await page.route('**/api/moderation/decisions', (route) => route.fulfill({ status, json }), { times: 2 })
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await decision.getByRole('button', { name: 'Ban' }).click()
  await expectShown(proof.getByLabel('Current password', { exact: true }))
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expectSoon(() => proof.count()).toBe(0)
  expect(await decision.getByLabel('Words for the person').inputValue()).toBe(WHY)
  expect(await decision.getByLabel('Rule').inputValue()).toBe('no-money-first')

  await decision.getByRole('button', { name: 'Ban' }).click()
  await proof.getByLabel('Current password', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expectShown(page.getByText('The account of Kwabena Cheats was closed for good'))
  await expectSoon(() => decision.count()).toBe(0)
})
