import type { Page } from '@playwright/test'
import type { Message } from '#contract/conversations/conversations.ts'
import { messages } from '#e2e/conversation.ts'
import { changePrice, setStatus } from '#e2e/listings.ts'
import type { Person } from '#e2e/people.ts'
import { newStaff } from '#e2e/staff.ts'
import { beginTrade } from '#e2e/trade.ts'
import { expect, test } from '#e2e/journey.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Your deal' })
const step = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true })

/** Takes a step through the API. Returns the agreement's id. */
async function take(person: Person, conversation: string, body: object): Promise<string> {
  const { step: line } = await person.call<Message>('POST', `/api/conversations/${conversation}/steps`, {
    clientKey: crypto.randomUUID(),
    ...body,
  })
  return line?.agreement.id ?? ''
}

/** Two people with a reservation, each in their open conversation. */
async function openReserved(
  open: (path: string, options: { width: number; person: Person }) => Promise<Page>,
  names: readonly [seller: string, buyer: string],
) {
  const trade = await beginTrade(...names, 'Standing fan')
  const agreementId = await take(trade.seller, trade.id, { step: 'reserve' })
  const buyer = await open(trade.path, { width: 320, person: trade.buyer })
  const seller = await open(trade.path, { width: 1280, person: trade.seller })
  await expect(step(buyer, 'I am coming')).toBeVisible()
  await expect(step(seller, 'Keep longer')).toBeVisible()
  return { ...trade, pages: { seller, buyer }, agreementId }
}

const GONE = 'The agreement has ended, because the listing or one of you is no longer available.'

test('A block ends a reservation in both open conversations', async ({ openSignedIn }) => {
  const { pages, seller, buyer } = await openReserved(openSignedIn, ['Ama Blocks Him', 'Yaw Is Blocked'])
  await seller.call('PUT', `/api/blocks/${buyer.id}`)
  await expect(messages(pages.buyer).getByText('Ama Blocks Him cancelled.')).toBeVisible()
  await expect(step(pages.buyer, 'I am coming')).toBeHidden()
  await expect(step(pages.seller, 'Keep longer')).toBeHidden()
})

test('A suspension of the seller ends a reservation in the buyer’s open conversation', async ({
  openSignedIn,
}) => {
  const { pages, seller } = await openReserved(openSignedIn, ['Ama Is Suspended', 'Yaw Waits For Her'])
  // The suspension ends the session that this page would use.
  await pages.seller.close()
  const moderator = await newStaff('Abena Suspends', 'moderator')
  await moderator.call('POST', '/api/moderation/decisions', {
    target: { kind: 'person', id: seller.id },
    action: 'suspend',
    rule: 'no-money-first',
    words: 'You asked for money before the meeting.',
    days: 7,
  })
  await expect(messages(pages.buyer).getByText(GONE)).toBeVisible()
  await expect(step(pages.buyer, 'I am coming')).toBeHidden()
})

test('A deleted listing ends a reservation in both open conversations', async ({ openSignedIn }) => {
  const { pages, seller, productId } = await openReserved(openSignedIn, ['Ama Deletes It', 'Yaw Sees It Go'])
  const product = `/api/selling/products/${productId}`
  const { version } = await seller.call<{ version: number }>('GET', product)
  await seller.call('DELETE', `${product}?version=${version}`)
  for (const page of [pages.buyer, pages.seller]) {
    await expect(messages(page).getByText(GONE)).toBeVisible()
    await expect(card(page)).toBeHidden()
  }
})

test('An offer stays as it was after a change of price, and is accepted for its amount', async ({
  openSignedIn,
}) => {
  const trade = await beginTrade('Ama Changes Prices', 'Yaw Offered Before', 'Standing fan')
  await take(trade.buyer, trade.id, { step: 'offer', price: 400 })
  const buyer = await openSignedIn(trade.path, { width: 320, person: trade.buyer })
  const seller = await openSignedIn(trade.path, { width: 1280, person: trade.seller })
  await expect(step(seller, 'Accept')).toBeVisible()
  await changePrice(trade.seller, trade.productId, '450')
  await step(seller, 'Accept').click()
  await expect(card(buyer)).toContainText('Reserved for you at GH₵400 until')
})

test('An acceptance of what was sold meanwhile is refused, and the buyer reads why', async ({
  openSignedIn,
}) => {
  const trade = await beginTrade('Ama Sold It', 'Yaw Is Too Late', 'Standing fan')
  await take(trade.seller, trade.id, { step: 'offer', price: 450 })
  const expected = [/ERR_INTERNET_DISCONNECTED/, /status of 409|answer 409/]
  const buyer = await openSignedIn(trade.path, { width: 320, person: trade.buyer, expected })
  await expect(step(buyer, 'Accept')).toBeVisible()
  await buyer.context().setOffline(true)
  await step(buyer, 'Accept').click()
  await expect(messages(buyer).getByText('Waiting to be sent')).toBeVisible()
  await setStatus(trade.seller, trade.productId, { status: 'sold' })
  await buyer.context().setOffline(false)
  await expect(messages(buyer).getByText('This item is sold.')).toBeVisible()
  await expect(messages(buyer).getByRole('button', { name: 'Try again' })).toBeHidden()
})
