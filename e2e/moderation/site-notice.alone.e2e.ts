import { randomUUID } from 'node:crypto'
import { runAdmin } from '#e2e/admin.ts'
import { expectShown, expectSoundLook } from '#e2e/page-checks.ts'
import { newPerson } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import { turnOnTwoFactor } from '#e2e/staff.ts'

test('an administrator has every page say something; who dismissed it never sees it again, and it is taken back', async ({
  openSignedIn,
  openPage,
}) => {
  const email = await newPerson('Araba Runs It')
  await runAdmin('role', email, 'administrator')
  const staff = await openSignedIn('/moderation', { width: 1280, email })
  await turnOnTwoFactor(staff)
  await staff.getByRole('link', { name: 'Notice', exact: true }).click()
  await staff.getByRole('button', { name: 'Show on every page' }).click()
  await expectShown(staff.getByText('Please write the notice'))
  await expectSoundLook(staff)
  const text = `The site rests tonight ${randomUUID().slice(0, 8)}`
  await staff.getByLabel('Text').fill(text)
  await staff.getByLabel('Kind').selectOption('warning')
  await staff.getByLabel('Ends after').selectOption('1 hour')
  await staff.getByRole('button', { name: 'Show on every page' }).click()
  await expectShown(staff.getByRole('region', { name: 'Notice of now' }).getByText(text))

  const page = await openPage('/', { width: 390 })
  const notice = page.getByRole('complementary', { name: 'Notice' }).getByText(text)
  await expectShown(notice)
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expectSoon(() => notice.count()).toBe(0)
  // Not drawn from the first moment on, so nothing moves.
  await page.goto('/products')
  await expectShown(page.getByRole('main').getByRole('heading').first())
  expect(await notice.isVisible()).toBe(false)

  await staff.getByRole('button', { name: 'Remove' }).click()
  await expectShown(staff.getByText('The notice is off every page'))
  expect(await staff.getByRole('region', { name: 'Notice of now' }).count()).toBe(0)
})
