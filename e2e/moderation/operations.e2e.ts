import { randomUUID } from 'node:crypto'
import { offerListing } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { DEMO_PASSWORD, newPerson, signedIn } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import { newStaff } from '#e2e/staff.ts'

test("An administrator reads the week's figures, the site's health, failed jobs and sent mails", async ({
  openSignedIn,
}) => {
  const name = `Ekow ${randomUUID().slice(0, 8)}`
  const person = await newStaff(name, 'administrator')
  const page = await openSignedIn('/moderation', { width: 390, person })
  await page.getByRole('link', { name: 'Week', exact: true }).click()
  await expect(page.getByRole('row', { name: /^New people/ })).toBeVisible()
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page.getByText('Everything works.')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Versions and storage' }).getByText(/ free of /),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Largest tables' }).getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('link', { name: 'Failed jobs', exact: true }).click()
  await expect(page.getByText('No failed jobs')).toBeVisible()
  await page.getByRole('link', { name: 'Mails', exact: true }).click()
  const mail = page.getByRole('list', { name: 'Mails' }).getByRole('listitem').filter({ hasText: name })
  await expect(mail.first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Mails' })).not.toContainText(person.email)
})

test('An administrator forbids a word in names, and a new person sees that at the field', async ({
  openSignedIn,
  openPage,
}) => {
  const person = await newStaff('Efe Runs It', 'administrator')
  const staff = await openSignedIn('/moderation', { width: 390, person })
  await staff.getByRole('link', { name: 'Names', exact: true }).click()
  const word = `w${randomUUID().replaceAll(/[^a-f]/g, '')}x`
  await staff.getByRole('textbox', { name: 'Word' }).fill(word)
  await staff.getByRole('button', { name: 'Refuse word' }).click()
  const row = staff
    .getByRole('list', { name: 'Refused words' })
    .getByRole('listitem')
    .filter({ hasText: word })
  await expect(row).toBeVisible()

  const page = await openPage('/auth/register', { width: 390, expected: [/422/] })
  const form = page.getByRole('tabpanel')
  await form.getByLabel('Name').fill(`${word.toUpperCase()} Mensah`)
  await form.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByLabel('Confirm password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(
    page.getByText('This name has a word that is not allowed in names. Please choose another'),
  ).toBeVisible()

  await row.getByRole('button', { name: `Allow ${word}` }).click()
  await expect(row).toHaveCount(0)
})

test('An administrator renames a category and deletes a listing and an account permanently', async ({
  openSignedIn,
}) => {
  const title = `Tin bucket ${randomUUID().slice(0, 8)}`
  const sellerEmail = await newPerson(`Seller of ${title}`)
  const productId = await offerListing(await signedIn(sellerEmail), title)
  const person = await newStaff('Dela Runs It', 'administrator')
  const page = await openSignedIn('/moderation', { width: 390, person })

  await page.getByRole('link', { name: 'Categories', exact: true }).click()
  const category = page
    .getByRole('list', { name: 'Categories' })
    .getByRole('listitem')
    .filter({ hasText: 'console-accessories' })
  await category.getByText('Console Accessories').click()
  await category.getByLabel('Name').fill('')
  await category.getByRole('button', { name: 'Save' }).click()
  await expect(category.getByText('Must be at least 2 characters long')).toBeVisible()
  await category.getByLabel('Name').fill('Console Accessories')
  const word = `pad${randomUUID().replaceAll(/[^a-f]/g, '')}`
  await category.getByRole('textbox', { name: 'Other words (optional)' }).fill(word)
  await category.getByRole('button', { name: 'Save' }).click()
  const suggested = async () => (await fetch(`${marketUrl}/api/suggestions?q=${word}`)).text()
  await expectSoon(suggested).toContain('console-accessories')

  await page.getByRole('link', { name: 'Listings', exact: true }).click()
  await page.getByRole('searchbox', { name: /^Words in the title/ }).fill(productId)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('dialog', { name: `Delete ‘${title}’?` })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`‘${title}’ was deleted`)).toBeVisible()
  expect((await fetch(`${marketUrl}/products/${productId}`)).status).toBe(404)

  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('searchbox', { name: /^Name, username/ }).fill(sellerEmail)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: `Seller of ${title}` }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`‘Seller of ${title}’ was deleted`)).toBeVisible()
  await page.getByRole('searchbox', { name: /^Name, username/ }).fill(sellerEmail)
  await page.keyboard.press('Enter')
  await expect(page.getByText('No people found')).toBeVisible()
})
