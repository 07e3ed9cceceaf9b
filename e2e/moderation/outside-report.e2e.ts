import { hydrated } from '#e2e/browser.ts'
import { expect, test } from '#e2e/journey.ts'
import { offerListing } from '#e2e/listings.ts'
import { newMember } from '#e2e/people.ts'
import { newStaff } from '#e2e/staff.ts'

test('A rights holder reports a listing without an account, and a moderator sees who sent it', async ({
  openPage,
  openSignedIn,
}) => {
  const email = 'agent@rights.example'
  const title = 'Carved stool with a copied photo'
  const id = await offerListing(await newMember('Kojo Copies Photos'), title)
  const page = await openPage(`/products/${id}`, { width: 320 })
  await page.getByRole('link', { name: 'Report this listing' }).click()
  await page.waitForURL(`/report?about=/products/${id}`)
  await hydrated(page)
  await expect(page.getByLabel('Address of the listing')).toHaveValue(new RegExp(`/products/${id}$`))
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Please choose who you are')).toBeVisible()
  await expect(page.getByLabel('Somebody who saw it')).toBeFocused()
  await page.getByLabel('The owner of a brand').check()
  await page
    .getByLabel('What is wrong?')
    .selectOption({ label: 'Uses a photo, a text or a brand without permission' })
  await page.getByLabel('What happened').fill('The photo is from my catalogue, page 3.')
  await page.getByLabel('Your name').fill('Adwoa Designs')
  await page.getByLabel('Your e-mail address').fill(email)
  await page.getByLabel('What I wrote is true').check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText(`tell you the outcome by e-mail, to ${email}`)).toBeVisible()

  const person = await newStaff('Kafui Decides Rights', 'moderator')
  const staff = await openSignedIn('/moderation', { width: 1280, person })
  await staff.getByRole('region', { name: 'Waiting cases' }).getByRole('link', { name: title }).click()
  const reports = staff.getByRole('region', { name: 'Reports' })
  for (const text of ['Sent without an account', 'Adwoa Designs', 'The owner of a brand'])
    await expect(reports.getByText(text)).toBeVisible()
  await expect(staff.getByRole('link', { name: email })).toBeVisible()
})
