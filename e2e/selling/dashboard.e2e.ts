import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoAxeViolations, expectShown, expectSoundLook, expectSoundPage } from '#e2e/page-checks.ts'
import { hydrated } from '#e2e/browser.ts'
import { beginDraft, publishListing, writeAbout } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { type Person, newPerson, signedIn } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

/** Of this run alone: a market that was running before has those of earlier runs. */
const RUN = randomUUID().slice(0, 8)
const ITEM = `Desk lamp ${RUN}`
const BUYER = { email: 'nii.okine@example.com', name: 'Nii' }
const OTHER = `Reading lamp ${RUN}`

const hasFocus = (element: Element) => element === document.activeElement
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

// Somebody whom no other journey gives notifications.
const view = { width: 390, email: '' }
let seller: Person
let buyer: Person
let itemId: string
let otherId: string

test.beforeAll(async () => {
  view.email = await newPerson('Gifty Sells')
  seller = await signedIn(view.email)
  buyer = await signedIn(BUYER.email)
  otherId = await publishListing(seller, OTHER)
  itemId = await publishListing(seller, ITEM)
  await writeAbout(buyer, itemId, 'Good day, is it still there?')
})

test('an item is sold to somebody who wrote, and offered again', async ({ openSignedIn }) => {
  const page = await openSignedIn('/dashboard', view)
  await expectShown(card(page, ITEM).getByText('GH₵480.50'))
  expect(await card(page, ITEM).getByRole('list', { name: 'Figures' }).innerText()).toContain('1')
  await expectSoundPage(page)
  await changeStatus(page, ITEM, 'Mark as sold')
  const dialog = page.getByRole('dialog', { name: 'Mark as sold' })
  await expectShown(dialog.getByRole('radio', { name: 'Someone else' }))
  await dialog.getByRole('radio', { name: BUYER.name }).check()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Mark as sold' }).click()
  await expectShown(toast(page, 'Marked as sold'))
  await expectShown(card(page, ITEM).getByText('Sold', { exact: true }))
  const status = card(page, ITEM).getByRole('button', { name: 'Change status' })
  expect(await status.evaluate(hasFocus)).toBe(true)
  expect(await statusOf(itemId)).toBe('sold')

  await changeStatus(page, ITEM, 'Make available again')
  await expectShown(toast(page, 'Available again'))
  await card(page, ITEM).getByText('Sold', { exact: true }).waitFor({ state: 'detached' })
  expect(await statusOf(itemId)).toBe('available')
})

test('an item is reserved by keyboard alone, and everyone sees it', async ({ openSignedIn }) => {
  const page = await openSignedIn('/dashboard', view)
  await card(page, OTHER).getByRole('button', { name: 'Change status' }).focus()
  for (const key of ['Enter', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'Mark as reserved' })
  await expectShown(dialog.getByText('Nobody has written to you about this listing yet.'))
  await page.keyboard.press('Escape')
  const status = card(page, OTHER).getByRole('button', { name: 'Change status' })
  await expectSoon(() => status.evaluate(hasFocus)).toBe(true)
  for (const key of ['Enter', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await dialog.getByRole('button', { name: 'Mark as reserved' }).focus()
  await page.keyboard.press('Enter')
  await expectShown(card(page, OTHER).getByText('Reserved'))
  await page.goto(`/products/${otherId}`)
  await expectShown(page.getByRole('region', { name: 'Summary' }).getByText('Reserved'))
})

test('a listing is deleted after a question that names it', async ({ openSignedIn }) => {
  const page = await openSignedIn('/dashboard', { ...view, expected: [/404/] })
  const remove = card(page, OTHER).getByRole('button', { name: 'Delete' })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: `Delete “${OTHER}”?` })
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await remove.evaluate(hasFocus)).toBe(true)
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectShown(toast(page, 'Product deleted'))
  await card(page, OTHER).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.goto(`/products/${otherId}`)
  await expectShown(page.getByRole('heading', { name: 'Product not found' }))
})

test('a draft leads on to the form, and can be deleted', async ({ openSignedIn }) => {
  const title = `Half a listing ${RUN}`
  const { id } = await beginDraft(seller, title)
  const page = await openSignedIn('/dashboard', view)
  const drafts = page.getByRole('region', { name: 'Drafts' })
  const onwards = drafts.getByRole('link', { name: `Continue: ${title}` })
  expect(await onwards.getAttribute('href')).toBe(`/edit-product/${id}`)
  await card(page, title).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectShown(toast(page, 'Draft deleted'))
  await card(page, title).waitFor({ state: 'detached' })
})

test('its tabs move by keys and stay in the address', async ({ openSignedIn }) => {
  const page = await openSignedIn('/dashboard', view)
  await page.getByRole('tab', { name: 'My Listings' }).press('ArrowRight')
  await expectShown(page.getByRole('link', { name: 'Go to Messages' }))
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('/dashboard?tab=notifications')
  await expectShown(page.getByRole('heading', { name: 'Today' }))
  await page.reload()
  await hydrated(page)
  await expectShown(page.getByRole('heading', { name: 'Today' }))
  await expectSoundPage(page)
  expect(await page.getByRole('link', { name: 'List Item' }).getAttribute('href')).toBe('/create-product')
  expect(await page.getByRole('link', { name: 'Profile settings' }).getAttribute('href')).toBe('/profile')
})

test('a look at a product is counted once, and its details are shown', async ({ openPage, openSignedIn }) => {
  const views = async () => {
    const { items } = await seller.call<{ items: { id: string; figures: { views: number } }[] }>(
      'GET',
      '/api/selling/products',
    )
    return items.find(({ id }) => id === itemId)?.figures.views
  }
  const owner = await openSignedIn(`/products/${itemId}`, view)
  expect(await owner.getByRole('button', { name: 'Your Listing' }).first().isDisabled()).toBe(true)
  const edit = owner.getByRole('link', { name: 'Edit listing' })
  expect(await edit.getAttribute('href')).toBe(`/edit-product/${itemId}`)

  const anonymous = await openPage(`/products/${itemId}`, view)
  await expectShown(anonymous.getByRole('region', { name: 'Details' }).getByText('60 W'))
  await anonymous.reload()
  await hydrated(anonymous)
  await expectSoon(views, { timeout: 20_000 }).toBe(1)
})

test('notifications are seen, marked, followed and deleted', async ({ openSignedIn }) => {
  const page = await openSignedIn('/notifications-page', view)
  const message = page.getByRole('listitem').filter({ hasText: 'New Message' }).first()
  await expectShown(message.getByText('New', { exact: true }))
  await expectSoundPage(page)
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    message.getByRole('link', { name: 'View' }).click(),
  ])
  await opened.waitForURL(/\/conversation\/[\w-]+$/)
  await opened.close()
  await message.getByText('New', { exact: true }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
  for (
    let left = await page.getByRole('listitem').filter({ hasText: 'Delete' }).count();
    left > 0;
    left -= 1
  ) {
    await page.getByRole('main').getByRole('button', { name: 'Delete' }).first().click()
    await expectSoon(() => page.getByRole('main').getByRole('button', { name: 'Delete' }).count()).toBe(
      left - 1,
    )
  }
  await expectShown(page.getByRole('heading', { name: 'No notifications' }))
  await expectShown(page.getByRole('button', { name: 'Undo' }))
  await expectSoundLook(page)
  await page.keyboard.press('Control+z')
  const restored = page.getByRole('main').getByRole('button', { name: 'Delete' })
  await expectSoon(() => restored.evaluate(hasFocus)).toBe(true)
  await page.reload()
  await restored.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectSoon(() => restored.evaluate(hasFocus)).toBe(true)
  await restored.click()
  await expectShown(page.getByRole('heading', { name: 'No notifications' }))
  await writeAbout(buyer, itemId, 'I could come on Saturday.')
  // By the live socket.
  await expectShown(page.getByRole('listitem').filter({ hasText: 'I could come on Saturday.' }))
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectShown(page.getByRole('link', { name: /^Notifications,? ?1 unread$/ }))
})
