import { offerListing } from '#e2e/listings.ts'
import { newPerson, newMember } from '#e2e/people.ts'
import { expect, test } from '#e2e/journey.ts'

/** Photos are prepared when nothing else is to be done. */
test.describe.configure({ timeout: 300_000 })
const PRICES = ['900', '950', '1000', '1100', '1200']

test('a seller reads that a price is far below the usual, and that a title speaks of another category', async ({
  openSignedIn,
}) => {
  const others = await newMember('Yaa Sells Many')
  const name = `Wrist watch zebrine ${Date.now().toString(36)}`
  await Promise.all(PRICES.map((price) => offerListing(others, name, { price, category: 'fashion' })))
  const page = await openSignedIn('/create-product', { width: 390, email: await newPerson('Kojo Sells One') })
  const category = page.getByLabel('Category')
  await page.getByLabel('Title', { exact: true }).fill(name)
  await page.getByLabel('Title', { exact: true }).press('Tab')
  await category.selectOption('car')
  const hint = page.getByText(/^This looks like .* Buyers look for it there\.$/)
  await expect(hint).toBeVisible()
  await page.getByRole('button', { name: 'Change category' }).click()
  await expect(category).toHaveValue('fashion')
  await expect(hint).toHaveCount(0)
  const price = page.getByLabel('Price in')
  await expect(page.getByText(/^Similar ones are offered for /)).toBeVisible()
  await price.fill('200')
  await price.press('Tab')
  const doubt = page.getByText(/^This is far below the usual: similar ones are offered for /)
  await expect(doubt).toBeVisible()
  await price.fill('700')
  await price.press('Tab')
  await expect(doubt).toHaveCount(0)
})
