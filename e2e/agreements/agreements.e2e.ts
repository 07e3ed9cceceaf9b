import type { Page } from '@playwright/test'
import { field, messages } from '#e2e/conversation.ts'
import { offerListing } from '#e2e/listings.ts'
import { newMember } from '#e2e/people.ts'
import { beginTrade } from '#e2e/trade.ts'
import { expect, test } from '#e2e/journey.ts'

/** The smallest phone: messages and their field must stay visible beside the card. */
const SMALL = { width: 320, height: 568 }
const MESSAGES_MIN = 100

const card = (page: Page) => page.getByRole('region', { name: 'Your deal' })
const step = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })
const answer = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

async function offer(page: Page, amount: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Your offer').fill(amount)
  await answer(page, 'Send offer')
}

async function expectRoom(page: Page): Promise<void> {
  await expect(field(page)).toBeInViewport({ ratio: 1 })
  const box = await page.getByRole('region', { name: 'Conversation' }).boundingBox()
  expect(box?.height).toBeGreaterThan(MESSAGES_MIN)
}

test('Two people agree on a price, meet and confirm it', async ({ openSignedIn }) => {
  const owner = await newMember('Ama Sells Kente')
  const productId = await offerListing(owner, 'Kente cloth')
  const buyer = await openSignedIn(`/products/${productId}`, {
    width: SMALL.width,
    person: await newMember('Yaw Darko'),
  })
  await buyer.setViewportSize(SMALL)
  await buyer.getByRole('button', { name: 'Make an offer' }).click()
  await offer(buyer, '300')
  await buyer.waitForURL('/conversation/*')
  await expect(messages(buyer).getByText('You offered GH₵300.')).toBeVisible()
  await expectRoom(buyer)

  const seller = await openSignedIn(new URL(buyer.url()).pathname, { width: 1280, person: owner })
  await expect(card(seller)).toContainText('Yaw Darko offers GH₵300, valid until')
  await step(seller, 'Offer back').click()
  await offer(seller, '450')
  await expect(card(buyer)).toContainText('Ama Sells Kente offers GH₵450, valid until')
  await expectRoom(buyer)
  await step(buyer, 'Accept').click()
  await expect(card(seller)).toContainText('Reserved for Yaw Darko at GH₵450 until')
  await expect(card(buyer)).toContainText('Reserved for you at GH₵450 until')
  await expectRoom(buyer)
  await step(buyer, 'I am coming').click()
  await expect(messages(seller).getByText('Yaw Darko is coming.')).toBeVisible()

  await step(seller, 'We met, it is done').click()
  await answer(seller, 'Yes, we met')
  await expect(card(buyer)).toContainText('Ama Sells Kente says that you met. Is that so?')
  await step(buyer, 'Yes').click()
  await answer(buyer, 'Yes, we met')
  await expect(card(buyer)).toContainText('Deal confirmed.')
  await expect(card(seller)).toContainText('Deal confirmed.')
  await card(buyer).getByRole('link', { name: 'Write a review' }).click()
  await expect(buyer.getByRole('button', { name: 'Submit Review' })).toBeVisible()
})

test('Two people agree where and when they meet', async ({ openSignedIn }) => {
  const trade = await beginTrade('Ama Meets', 'Kofi Meets', 'Bicycle')
  const seller = await openSignedIn(trade.path, { width: 1280, person: trade.seller })
  await step(seller, 'Reserve for Kofi Meets').click()
  const buyer = await openSignedIn(trade.path, { width: SMALL.width, person: trade.buyer })
  await buyer.setViewportSize(SMALL)
  await step(buyer, 'Suggest a meeting').click()
  const sheet = buyer.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Tomorrow' }).click()
  await sheet.getByLabel('Time').selectOption('16:00')
  await sheet.getByRole('button', { name: /^Filling station in / }).click()
  await answer(buyer, 'Suggest meeting')
  await expect(card(seller)).toContainText(/Kofi Meets suggests meeting on .*, 16:00: Filling station in /)
  await step(seller, 'Confirm').click()
  await expect(card(seller)).toContainText(/You meet on .*, 16:00: Filling station in /)
  await expect(card(buyer)).toContainText(/You meet on .*, 16:00: Filling station in /)
  await expect(messages(buyer).getByText(/^Ama Meets confirmed the meeting on /)).toBeVisible()
  await expectRoom(buyer)
  await card(buyer).getByText('What to check before you pay').click()
  await expect(card(buyer).getByRole('listitem').first()).toBeVisible()
  await expectRoom(buyer)
})

test('A step without a network waits, and is refused if the other was faster', async ({ openSignedIn }) => {
  const trade = await beginTrade('Ama Withdraws', 'Yaa Is Late', 'Wall clock')
  const expected = [/ERR_INTERNET_DISCONNECTED/, /status of 409|answer 409/]
  const buyer = await openSignedIn(trade.path, { width: 390, person: trade.buyer, expected })
  const seller = await openSignedIn(trade.path, { width: 1280, person: trade.seller })
  await step(seller, 'Make an offer').click()
  await offer(seller, '400')
  await expect(step(buyer, 'Accept')).toBeVisible()
  await buyer.context().setOffline(true)
  await step(buyer, 'Accept').click()
  await expect(messages(buyer).getByText('Waiting to be sent')).toBeVisible()
  await expect(step(buyer, 'Decline')).toBeHidden()
  await step(seller, 'Withdraw').click()
  await expect(card(seller)).toContainText('Nothing agreed yet.')
  await buyer.context().setOffline(false)
  await expect(messages(buyer).getByText('This has changed since. Look at it again.')).toBeVisible()
  await expect(step(buyer, 'Make an offer')).toBeVisible()
})

test('A reservation is cancelled with a reason that the other reads', async ({ openSignedIn }) => {
  const trade = await beginTrade('Ama Reserves', 'Yaw Declines', 'Sewing machine')
  const seller = await openSignedIn(trade.path, { width: 390, person: trade.seller })
  await step(seller, 'Reserve for Yaw Declines').click()
  const buyer = await openSignedIn(trade.path, { width: 390, person: trade.buyer })
  await expect(buyer.getByText('Reserved', { exact: true })).toBeVisible()
  await step(buyer, 'No, thanks').click()
  await answer(buyer, 'Bought elsewhere')
  await answer(buyer, 'Cancel the reservation')
  await expect(messages(seller).getByText('Yaw Declines cancelled: bought elsewhere.')).toBeVisible()
  await expect(step(seller, 'Reserve for Yaw Declines')).toBeVisible()
  await expect(buyer.getByText('Reserved', { exact: true })).toBeHidden()
})
