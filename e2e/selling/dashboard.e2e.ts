import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { offerListing, writeAbout } from '#e2e/listings.ts'
import { newMember } from '#e2e/people.ts'
import { expect, test } from '#e2e/journey.ts'

const ITEM = 'Desk lamp'

const card = (page: Page, name: string) => page.getByRole('listitem', { name })

const width = 390

/** A seller of one item. */
async function newShop() {
  const person = await newMember('Gifty Sells')
  return { person, itemId: await offerListing(person, ITEM) }
}

/** Writes to the item's seller as a new person. */
const inquire = async (itemId: string) =>
  writeAbout(await newMember('Nii Asks'), itemId, 'Good day, is it still there?')

test('A seller reserves an item by keyboard only, and everyone sees it', async ({ openSignedIn }) => {
  const { person, itemId } = await newShop()
  const page = await openSignedIn('/dashboard', { person, width })
  await card(page, ITEM).getByRole('button', { name: 'Change status' }).focus()
  for (const key of ['Enter', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'Mark as reserved' })
  await expect(dialog.getByText('Nobody has written to you about this listing yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  const status = card(page, ITEM).getByRole('button', { name: 'Change status' })
  await expect(status).toBeFocused()
  for (const key of ['Enter', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await dialog.getByRole('button', { name: 'Mark as reserved' }).focus()
  await page.keyboard.press('Enter')
  await expect(card(page, ITEM).getByText('Reserved', { exact: true })).toBeVisible()
  await page.goto(`/products/${itemId}`)
  await expect(page.getByRole('region', { name: 'Summary' }).getByText('Reserved')).toBeVisible()
})

test('A seller deletes an item from its menu by keyboard only', async ({ openSignedIn }) => {
  const { person } = await newShop()
  const page = await openSignedIn('/dashboard', { person, width })
  const more = page.getByRole('button', { name: `More for ${ITEM}` })
  const dialog = page.getByRole('dialog', { name: `Delete “${ITEM}”?` })
  await expect(page.getByRole('button', { name: `Delete ${ITEM}` })).toBeHidden()
  await more.focus()
  for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key)
  await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(page.getByText('Product deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No listings yet' })).toBeVisible()
})

test("The dashboard's tabs move by keys and stay in the address", async ({ openSignedIn }) => {
  const { person, itemId } = await newShop()
  await inquire(itemId)
  const page = await openSignedIn('/dashboard', { person, width })
  await page.getByRole('tab', { name: 'My Listings' }).press('ArrowRight')
  await expect(page.getByRole('link', { name: 'Go to Messages' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('/dashboard?tab=notifications')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'List Item' })).toHaveAttribute('href', '/create-product')
  await expect(page.getByRole('link', { name: 'Profile settings' })).toHaveAttribute('href', '/profile')
})

test('Notifications arrive live and can be opened and deleted', async ({ openSignedIn }) => {
  const { person, itemId } = await newShop()
  await inquire(itemId)
  const page = await openSignedIn('/notifications-page', { person, width })
  const message = page.getByRole('listitem').filter({ hasText: 'New Message' }).first()
  await expect(message.getByText('New', { exact: true })).toBeVisible()
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    message.getByRole('link', { name: 'View' }).click(),
  ])
  await opened.waitForURL(/\/conversation\/[\w-]+$/)
  await opened.close()
  await message.getByText('New', { exact: true }).waitFor({ state: 'detached' })

  const remove = page.getByRole('main').getByRole('button', { name: 'Delete' })
  await remove.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible()
  await writeAbout(await newMember('Nii Returns'), itemId, 'I could come on Saturday.')
  // It arrives by the live socket.
  await expect(page.getByRole('listitem').filter({ hasText: 'I could come on Saturday.' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('link', { name: /^Notifications,? ?1 unread$/ })).toBeVisible()
})
