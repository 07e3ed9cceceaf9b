import { randomUUID } from 'node:crypto'
import { runAdmin } from '#e2e/admin.ts'
import { publishListing } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { expectShown, expectSoundLook } from '#e2e/page-checks.ts'
import { DEMO_PASSWORD, newPerson, signedIn } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import { turnOnTwoFactor } from '#e2e/staff.ts'

test('an administrator reads the figures of the week, how the site is, that no job failed and which mails were sent', async ({
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
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expectShown(page.getByText('Everything is served.'))
  await expectShown(page.getByRole('region', { name: 'Versions and storage' }).getByText(/ free of /))
  await expectShown(page.getByRole('region', { name: 'Largest tables' }).getByRole('row').nth(1))
  await expectSoundLook(page)
  await page.getByRole('button', { name: 'Look again' }).click()
  await page.getByRole('link', { name: 'Failed jobs', exact: true }).click()
  await expectShown(page.getByText('No job was given up'))
  await page.getByRole('link', { name: 'Mails', exact: true }).click()
  const mail = page.getByRole('list', { name: 'Mails' }).getByRole('listitem').filter({ hasText: name })
  await expectShown(mail.first())
  await expectSoundLook(page)
  expect(await page.getByRole('list', { name: 'Mails' }).innerText()).not.toContain(email)
})

test('an administrator refuses a word in names, which a new person then reads at the field', async ({
  openSignedIn,
  openPage,
}) => {
  const email = await newPerson('Efe Runs It')
  await runAdmin('role', email, 'administrator')
  const staff = await openSignedIn('/moderation', { width: 390, email })
  await turnOnTwoFactor(staff)
  await staff.getByRole('link', { name: 'Names', exact: true }).click()
  const word = `w${randomUUID().replaceAll(/[^a-f]/g, '')}x`
  await staff.getByRole('textbox', { name: 'Word' }).fill(word)
  await staff.getByRole('button', { name: 'Refuse word' }).click()
  const row = staff
    .getByRole('list', { name: 'Refused words' })
    .getByRole('listitem')
    .filter({ hasText: word })
  await expectShown(row)
  await expectSoundLook(staff)

  const page = await openPage('/auth/register', { width: 390, expected: [/422/] })
  const form = page.getByRole('tabpanel')
  await form.getByLabel('Name').fill(`${word.toUpperCase()} Mensah`)
  await form.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByLabel('Confirm password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Register', exact: true }).click()
  await expectShown(
    page.getByText('This name has a word that is not allowed in names. Please choose another'),
  )

  await row.getByRole('button', { name: `Allow ${word}` }).click()
  await expectSoon(() => row.count()).toBe(0)
})

test('an administrator sees the categories, and deletes a listing and an account for good', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Dela Runs It')
  const title = `Tin bucket ${randomUUID().slice(0, 8)}`
  const sellerEmail = await newPerson(`Seller of ${title}`)
  const productId = await publishListing(await signedIn(sellerEmail), title)
  await runAdmin('role', email, 'administrator')
  const page = await openSignedIn('/moderation', { width: 390, email })
  await turnOnTwoFactor(page)

  await page.getByRole('link', { name: 'Categories', exact: true }).click()
  const category = page
    .getByRole('list', { name: 'Categories' })
    .getByRole('listitem')
    .filter({ hasText: 'mobile' })
  await category.getByText('Phones & Tablets').click()
  await expectShown(category.getByText(/Brand \(words\), Model/))
  await category.getByLabel('Name').fill('')
  await category.getByRole('button', { name: 'Save' }).click()
  await expectShown(category.getByText('At least two characters'))
  await expectSoundLook(page)

  await page.getByRole('link', { name: 'Listings', exact: true }).click()
  await page.getByRole('searchbox', { name: /^Words of the title/ }).fill(productId)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expectShown(page.getByRole('dialog', { name: `Delete ‘${title}’?` }))
  await expectSoundLook(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectShown(page.getByText(`‘${title}’ was deleted`))
  expect((await fetch(`${marketUrl}/products/${productId}`)).status).toBe(404)

  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('searchbox', { name: /^Name, username/ }).fill(sellerEmail)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: `Seller of ${title}` }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectShown(page.getByText(`‘Seller of ${title}’ was deleted`))
  await page.getByRole('searchbox', { name: /^Name, username/ }).fill(sellerEmail)
  await page.keyboard.press('Enter')
  await expectShown(page.getByText('Nobody was found'))
})

test('what an administrator deletes at a shell is gone from pages, lists and sessions within a second', async () => {
  const by = ['--as', await newPerson('Adwoa At The Shell')]
  const title = `Brass lamp ${randomUUID().slice(0, 8)}`
  const sellerEmail = await newPerson(`Seller of ${title}`)
  const seller = await signedIn(sellerEmail)
  const productId = await publishListing(seller, title)
  await runAdmin('role', by[1] ?? '', 'administrator')
  const hasIt = async (path: string) => {
    const response = await fetch(marketUrl + path)
    return (await response.text()).includes(productId) && response.ok
  }
  const shown = async () =>
    Promise.all(
      [`/products/${productId}`, '/products', `/api/products?search=${encodeURIComponent(title)}`].map(hasIt),
    )
  const isSignedIn = () =>
    seller.call('GET', '/api/profile').then(
      () => true,
      () => false,
    )
  expect([await shown(), await isSignedIn()]).toEqual([[true, true, true], true])

  await runAdmin('listings', 'delete', productId, ...by)
  await expectSoon(shown, { timeout: 1000 }).toEqual([false, false, false])
  expect((await fetch(`${marketUrl}/products/${productId}`)).status).toBe(404)
  await runAdmin('person', 'delete', sellerEmail, ...by)
  await expectSoon(isSignedIn, { timeout: 1000 }).toBe(false)
})

test('an administrator hides a category: its listing says so, nobody can choose it, and it comes back', async ({
  openSignedIn,
  openPage,
}) => {
  const email = await newPerson('Akua Runs It')
  const title = `Wall bracket ${randomUUID().slice(0, 8)}`
  const seller = await signedIn(await newPerson(`Seller of ${title}`))
  const productId = await publishListing(seller, title, { category: 'console-accessories' })
  await runAdmin('role', email, 'administrator')
  const staff = await openSignedIn('/moderation', { width: 390, email })
  await turnOnTwoFactor(staff)
  await staff.getByRole('link', { name: 'Categories', exact: true }).click()
  const category = staff
    .getByRole('list', { name: 'Categories' })
    .getByRole('listitem')
    .filter({ hasText: 'console-accessories' })
  await category.getByText('Console Accessories').click()
  await category.getByRole('textbox', { name: 'Other words (optional)' }).fill('gamepad')
  await category.getByRole('checkbox', { name: 'Hidden' }).check()
  await expectSoundLook(staff)
  await category.getByRole('button', { name: 'Save' }).click()
  await expectShown(category.getByText(/hidden$/))

  const page = await openPage(`/products/${productId}`, { width: 390 })
  await expectShown(page.getByText('Console Accessories (no longer offered for new listings)'))
  await page.goto('/products')
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await expectShown(categories.getByRole('link', { name: 'Game Consoles' }))
  expect(await categories.getByRole('link', { name: 'Console Accessories' }).count()).toBe(0)

  await category.getByRole('checkbox', { name: 'Hidden' }).uncheck()
  await category.getByRole('button', { name: 'Save' }).click()
  await expectSoon(() => category.getByText(/hidden$/).count()).toBe(0)
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.fill('gamepad')
  await expectShown(page.getByRole('option', { name: /Console Accessories/ }))
})
