import { PROBLEMS } from '#contract/problem.ts'
import { newPerson } from '#e2e/people.ts'
import { newStaff } from '#e2e/staff.ts'
import { expect, test } from '#e2e/journey.ts'

const CODE = 'second-step-required'
const WHY = 'You asked five people for money first.'

test('A moderator must enter a code before a ban and loses no typed text by declining', async ({
  openSignedIn,
}) => {
  const other = await newPerson('Kwabena Cheats')
  const person = await newStaff('Efua Bans', 'moderator')
  const page = await openSignedIn('/moderation', { width: 390, person, expected: [/403/] })
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('searchbox', { name: /^Name, username/ }).fill(other)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Kwabena Cheats' }).click()
  await page.getByRole('button', { name: 'Ban' }).click()
  const decision = page.getByRole('dialog', { name: 'Ban: Kwabena Cheats' })
  await decision.getByLabel('Rule').selectOption('no-money-first')
  await decision.getByLabel('Message to the person').fill(WHY)

  // Refuses two decisions as in a session whose code was entered long ago; the server handles the rest.
  const { status, message } = PROBLEMS[CODE]
  const json = { error: { code: CODE, message, requestId: 'r1' } }
  await page.route('**/api/moderation/decisions', (route) => route.fulfill({ status, json }), { times: 2 })
  const proof = page.getByRole('dialog', { name: 'Enter your code' })
  await decision.getByRole('button', { name: 'Ban' }).click()
  await expect(proof.getByLabel('Verification code')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(proof).toHaveCount(0)
  await expect(decision.getByLabel('Message to the person')).toHaveValue(WHY)
  await expect(decision.getByLabel('Rule')).toHaveValue('no-money-first')

  await decision.getByRole('button', { name: 'Ban' }).click()
  await proof.getByLabel('Verification code').fill(person.recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The account of Kwabena Cheats was closed for good')).toBeVisible()
  await expect(decision).toHaveCount(0)
})
