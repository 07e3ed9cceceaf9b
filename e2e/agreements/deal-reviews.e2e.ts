import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Conversation } from '#contract/conversations/conversations.ts'
import { expect, test } from '#e2e/journey.ts'
import type { Person } from '#e2e/people.ts'
import { beginTrade } from '#e2e/trade.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Your deal' })
const sheet = (page: Page) => page.getByRole('dialog')

/** Takes a step of the agreement through the API. */
async function take(person: Person, id: string, step: string): Promise<void> {
  const { agreement } = await person.call<Conversation>('GET', `/api/conversations/${id}`)
  const body = { clientKey: randomUUID(), step, ...(agreement && { agreementId: agreement.id }) }
  await person.call('POST', `/api/conversations/${id}/steps`, body)
}

test('Both people of a deal review each other, and read it once both wrote', async ({
  openSignedIn,
  openPage,
}) => {
  const trade = await beginTrade('Ama Reviews', 'Kofi Reviews', 'Walking stick')
  await take(trade.seller, trade.id, 'reserve')
  for (const person of [trade.seller, trade.buyer]) await take(person, trade.id, 'confirm')

  const buyer = await openSignedIn(trade.path, { width: 320, person: trade.buyer })
  await card(buyer).getByRole('link', { name: 'Write a review' }).click()
  await buyer.waitForURL('**/products/*#reviews')
  await expect(buyer.getByRole('heading', { name: 'Reviews', exact: true })).toBeInViewport()
  const reviews = buyer.getByRole('region', { name: 'Reviews', exact: true })
  await reviews.getByRole('radio', { name: '4 stars' }).check()
  await reviews.getByLabel(/^Comment/).fill('A bit worn.')
  await reviews.getByRole('button', { name: 'Submit Review' }).click()
  await expect(reviews.getByText(/^Shown once Ama Reviews has written too, or on \d+ \w+\.$/)).toBeVisible()

  const anybody = await openPage(`/products/${trade.productId}`, { width: 1280 })
  await expect(anybody.getByText('No reviews yet.')).toBeVisible()

  const seller = await openSignedIn(trade.path, { width: 320, person: trade.seller })
  await card(seller).getByRole('button', { name: 'Review Kofi Reviews' }).click()
  await sheet(seller).getByRole('radio', { name: '5 stars' }).check()
  await sheet(seller).getByRole('button', { name: 'Came on time' }).click()
  await sheet(seller)
    .getByLabel(/^Words/)
    .fill('Gladly again.')
  await sheet(seller).getByRole('button', { name: 'Send review' }).click()
  await expect(card(seller)).toContainText(/You reviewed Kofi Reviews\./)
  await card(seller).getByRole('link', { name: 'See your review' }).click()
  const asBuyer = seller.getByRole('region', { name: 'As a buyer' })
  await expect(asBuyer.getByText(/^We show the rating/)).toBeVisible()
  await expect(asBuyer.getByText('Gladly again.')).toBeInViewport()

  await anybody.reload()
  await expect(anybody.getByText('A bit worn.')).toBeVisible()
  await buyer.goto('/notifications-page')
  const opening = buyer.waitForEvent('popup')
  const told = buyer.getByRole('listitem').filter({ hasText: 'reviewed you after your deal' })
  await told.getByRole('link', { name: /^View/ }).click()
  const opened = await opening
  await expect(opened.getByRole('region', { name: 'As a buyer' }).getByText('Came on time')).toBeInViewport()
  await buyer.goto(trade.path)
  await expect(card(buyer)).toContainText(/You reviewed Ama Reviews\./)
  await expect(card(buyer)).not.toContainText('Shown once')
})
