import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { offerListing } from '#e2e/listings.ts'
import { DEMO_PASSWORD, newMember } from '#e2e/people.ts'
import { beginTrade } from '#e2e/trade.ts'
import { expect, test } from '#e2e/journey.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Your deal' })
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for you' })
const deals = (page: Page) => page.getByRole('list', { name: 'Deals' })

test('A seller answers an offer from the dashboard and finds it among the deals', async ({
  openSignedIn,
}) => {
  const trade = await beginTrade('Ama Answers', 'Yaw Offers', 'Talking drum')
  const seller = await openSignedIn('/dashboard', { width: 390, person: trade.seller })
  await expect(seller.getByRole('heading', { name: 'Talking drum' })).toBeVisible()
  await expect(waiting(seller)).toBeHidden()

  await trade.buyer.call('POST', `/api/conversations/${trade.id}/steps`, {
    clientKey: randomUUID(),
    step: 'offer',
    price: 300,
  })
  const row = waiting(seller).getByRole('link', { name: /Talking drum/ })
  await expect(row).toContainText('Yaw Offers · GH₵300')
  await row.click()
  await card(seller).getByRole('button', { name: 'Accept' }).click()
  await expect(card(seller)).toContainText('Reserved for Yaw Offers at GH₵300 until')

  const buyer = await openSignedIn('/me', { width: 1280, person: trade.buyer })
  await buyer.getByRole('link', { name: /^Deals/ }).click()
  await expect(deals(buyer).getByRole('link', { name: /Talking drum/ })).toContainText('Reserved until')

  await seller.goto('/dashboard')
  await expect(seller.getByRole('heading', { name: 'Talking drum' })).toBeVisible()
  await expect(waiting(seller)).toBeHidden()
  await seller.goto('/deals')
  await expect(deals(seller).getByRole('link', { name: /Talking drum/ })).toContainText('Reserved until')

  await trade.buyer.call('PUT', `/api/blocks/${trade.seller.id}`)
  await expect(deals(seller).getByRole('link', { name: /Talking drum/ })).toContainText('Cancelled')
})

test('An offer that needs a login opens by itself afterwards', async ({ openPage }) => {
  const productId = await offerListing(await newMember('Ama Waits'), 'Wax print')
  const person = await newMember('Yaw Logs In')
  const page = await openPage(`/products/${productId}`, { width: 390 })
  await page.getByRole('button', { name: 'Make an offer' }).click()
  const form = page.getByRole('tabpanel')
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Log in', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Make an offer' })
  await sheet.getByLabel('Your offer').fill('400')
  await sheet.getByRole('button', { name: 'Send offer' }).click()
  await expect(card(page)).toContainText('You offered GH₵400, valid until')
})
