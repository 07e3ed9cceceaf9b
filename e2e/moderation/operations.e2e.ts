import { randomUUID } from 'node:crypto'
import { runAdmin } from '#e2e/admin.ts'
import { expectShown, expectSoundLook } from '#e2e/page-checks.ts'
import { newPerson } from '#e2e/people.ts'
import { expect, test } from '#e2e/journey.ts'
import { turnOnTwoFactor } from '#e2e/staff.ts'

test('an administrator reads the figures of the week, that no job failed and which mails were sent', async ({
  openSignedIn,
}) => {
  const name = `Ekow ${randomUUID().slice(0, 8)}`
  const email = await newPerson(name)
  await runAdmin('role', email, 'administrator')
  const page = await openSignedIn('/moderation', { width: 390, email })
  await turnOnTwoFactor(page)
  await page.getByRole('link', { name: 'Week', exact: true }).click()
  await expectShown(page.getByRole('row', { name: /^New people/ }))
  await expectSoundLook(page)
  await page.getByRole('link', { name: 'Failed jobs', exact: true }).click()
  await expectShown(page.getByText('No job was given up'))
  await page.getByRole('link', { name: 'Mails', exact: true }).click()
  const mail = page.getByRole('list', { name: 'Mails' }).getByRole('listitem').filter({ hasText: name })
  await expectShown(mail.first())
  await expectSoundLook(page)
  expect(await page.getByRole('list', { name: 'Mails' }).innerText()).not.toContain(email)
})
