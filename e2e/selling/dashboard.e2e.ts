import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { beginDraft, offerListing, writeAbout } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { newMember } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const ITEM = 'Desk lamp'

const card = (page: Page, name: string) => page.getByRole('listitem', { name })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })

async function changeStatus(page: Page, name: string, action: string): Promise<void> {
  await card(page, name).getByRole('button', { name: 'Change status' }).click()
  await card(page, name).getByRole('button', { name: action }).first().click()
}

/** What everyone sees of a product. */
async function statusOf(id: string): Promise<string> {
  const reply = await fetch(`${marketUrl}/api/products/${id}`)
  return ((await reply.json()) as { status: string }).status
}

const width = 390

/** Somebody who sells one item. */
async function newShop() {
  const person = await newMember('Gifty Sells')
  return { person, itemId: await offerListing(person, ITEM) }
}

/** Writes to the seller of the item as somebody new. */
const inquire = async (itemId: string) =>
  writeAbout(await newMember('Nii Asks'), itemId, 'Good day, is it still there?')

test('an item is sold to somebody who wrote, and offered again', async ({ openSignedIn }) => {
  const { person, itemId } = await newShop()
  await inquire(itemId)
  const page = await openSignedIn('/dashboard', { person, width })
  await expect(card(page, ITEM).getByText('GH₵480.50')).toBeVisible()
  await expect(card(page, ITEM).getByRole('list', { name: 'Figures' })).toContainText('1')
  await changeStatus(page, ITEM, 'Mark as sold')
  const dialog = page.getByRole('dialog', { name: 'Mark as sold' })
  await expect(dialog.getByRole('radio', { name: 'Someone else' })).toBeVisible()
  await dialog.getByRole('radio', { name: 'Nii' }).check()
  await dialog.getByRole('button', { name: 'Mark as sold' }).click()
  await expect(toast(page, 'Marked as sold')).toBeVisible()
  await expect(card(page, ITEM).getByText('Sold', { exact: true })).toBeVisible()
  const status = card(page, ITEM).getByRole('button', { name: 'Change status' })
  await expect(status).toBeFocused()
  await expectSoon(() => statusOf(itemId)).toBe('sold')

  await changeStatus(page, ITEM, 'Make available again')
  await expect(toast(page, 'Available again')).toBeVisible()
  await card(page, ITEM).getByText('Sold', { exact: true }).waitFor({ state: 'detached' })
  await expectSoon(() => statusOf(itemId)).toBe('available')
})

test('an item is reserved by keyboard alone, and everyone sees it', async ({ openSignedIn }) => {
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

test('a listing is deleted after a question that names it', async ({ openSignedIn }) => {
  const { person, itemId } = await newShop()
  const page = await openSignedIn('/dashboard', { person, width, expected: [/404/] })
  const remove = card(page, ITEM).getByRole('button', { name: 'Delete' })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: `Delete “${ITEM}”?` })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Product deleted')).toBeVisible()
  await card(page, ITEM).waitFor({ state: 'detached' })
  await expect(page.locator('body')).not.toBeFocused()
  await page.goto(`/products/${itemId}`)
  await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible()
})

test('a draft leads on to the form, and can be deleted', async ({ openSignedIn }) => {
  const title = 'Half a listing'
  const person = await newMember('Gifty Begins')
  const { id } = await beginDraft(person, title)
  const page = await openSignedIn('/dashboard', { person, width })
  const drafts = page.getByRole('region', { name: 'Drafts' })
  const onwards = drafts.getByRole('link', { name: `Continue: ${title}` })
  await expect(onwards).toHaveAttribute('href', `/edit-product/${id}`)
  await card(page, title).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Draft deleted')).toBeVisible()
  await card(page, title).waitFor({ state: 'detached' })
})

test('its tabs move by keys and stay in the address', async ({ openSignedIn }) => {
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

test('a look at a product is counted once, and its details are shown', async ({ openPage, openSignedIn }) => {
  const { person, itemId } = await newShop()
  const views = async () => {
    const { items } = await person.call<{ items: { id: string; figures: { views: number } }[] }>(
      'GET',
      '/api/selling/products',
    )
    return items.find(({ id }) => id === itemId)?.figures.views
  }
  const owner = await openSignedIn(`/products/${itemId}`, { person, width })
  await expect(owner.getByRole('button', { name: 'Your Listing' }).first()).toBeDisabled()
  const edit = owner.getByRole('link', { name: 'Edit listing' })
  await expect(edit).toHaveAttribute('href', `/edit-product/${itemId}`)

  const anonymous = await openPage(`/products/${itemId}`, { width })
  await expect(anonymous.getByRole('region', { name: 'Details' }).getByText('60 W')).toBeVisible()
  await anonymous.reload()
  await hydrated(anonymous)
  await expectSoon(views, { timeout: 20_000 }).toBe(1)
})

test('notifications are seen, marked, followed and deleted', async ({ openSignedIn }) => {
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

  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
  const remove = page.getByRole('main').getByRole('button', { name: 'Delete' })
  // The message, and that they signed in on a new device.
  await expect(remove).toHaveCount(2)
  await remove.first().click()
  await expect(remove).toHaveCount(1)
  await remove.click()
  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(remove).toBeFocused()
  await page.reload()
  await remove.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible()
  await writeAbout(await newMember('Nii Returns'), itemId, 'I could come on Saturday.')
  // By the live socket.
  await expect(page.getByRole('listitem').filter({ hasText: 'I could come on Saturday.' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('link', { name: /^Notifications,? ?1 unread$/ })).toBeVisible()
})
