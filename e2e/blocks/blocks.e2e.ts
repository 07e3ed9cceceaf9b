import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { offerListing } from '#e2e/listings.ts'
import { newMember } from '#e2e/people.ts'
import { write } from '#e2e/conversation.ts'
import { beginTrade } from '#e2e/trade.ts'
import { expect, test } from '#e2e/journey.ts'

/** The browser logs refusals that the journey causes on purpose. */
const REFUSED = [/\b409\b/]
/** A unique title, so that a search finds only this listing. */
const someTitle = () => `Enamel teapot ${randomUUID().slice(0, 8)}`

const composer = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const card = (page: Page, title: string) =>
  page.getByRole('main').getByRole('link').filter({ hasText: title })

async function blockFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('button', { name: `Block ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('A seller blocks a buyer in their conversation and later unblocks him', async ({ openSignedIn }) => {
  const title = someTitle()
  const trade = await beginTrade('Akosua Sells Teapots', 'Kwabena Buys', title)
  const { path, productId } = trade
  const buyer = await openSignedIn(path, { width: 390, person: trade.buyer, expected: REFUSED })
  await write(buyer, 'Give it to me for nothing')
  const seller = await openSignedIn(path, { width: 1280, person: trade.seller })
  await expect(seller.getByText('Give it to me for nothing').last()).toBeVisible()
  await expect(buyer.getByText('Online', { exact: true })).toBeVisible()

  await seller.getByRole('button', { name: 'More about Kwabena Buys' }).click()
  await expect(seller.getByRole('button', { name: 'Block Kwabena Buys' })).toBeVisible()
  await seller.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await blockFromMenu(seller, 'Kwabena Buys')
  await expect(seller.getByText('You blocked Kwabena Buys.')).toBeVisible()
  await expect(composer(seller)).toHaveCount(0)
  // He sees the same as for an offline person, without a reason.
  await expect(buyer.getByText('Offline', { exact: true })).toBeVisible()
  await write(buyer, 'Hello?')
  await expect(buyer.getByText('This person cannot receive messages now.')).toBeVisible()
  await expect(buyer.getByText(/block/i)).toHaveCount(0)

  // The seller's list does not show him; his own list is complete.
  await seller.goto('/messages')
  await hydrated(seller)
  await expect(seller.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  await expect(seller.getByText('Give it to me for nothing')).toHaveCount(0)
  await buyer.goto(`/products?search=${encodeURIComponent(title)}`)
  await hydrated(buyer)
  await expect(card(buyer, title)).toHaveCount(1)
  await buyer.goto(`/products/${productId}`)
  await expect(buyer.getByRole('heading', { level: 1, name: title })).toBeVisible()

  await seller.goto('/settings-page?section=privacy')
  await expect(seller.getByRole('heading', { name: 'Blocked people' })).toBeVisible()
  await seller.getByRole('button', { name: 'Unblock Kwabena Buys' }).click()
  await expect(seller.getByText('You have not blocked anybody.')).toBeVisible()
  await buyer.goto(path)
  await write(buyer, 'Good morning')
  await seller.goto(path)
  await expect(seller.getByText('Good morning').last()).toBeVisible()
})

test('A buyer blocks a seller on her page and unblocks her with one press', async ({ openSignedIn }) => {
  const title = someTitle()
  const productId = await offerListing(await newMember('Akosua Sells Teapots'), title)
  const person = await newMember('Abena Buys')
  const page = await openSignedIn(`/products/${productId}`, { width: 390, person })
  await page.getByRole('region', { name: 'Seller information' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Akosua Sells Teapots' })).toBeVisible()
  await blockFromMenu(page, 'Akosua Sells Teapots')
  await expect(
    page.getByRole('heading', { level: 1, name: 'You blocked Akosua Sells Teapots' }),
  ).toBeVisible()
  await page.goto(`/products?search=${encodeURIComponent(title)}`)
  await hydrated(page)
  await expect(card(page, title)).toHaveCount(0)
  await page.goto(`/products/${productId}`)
  await page.getByRole('main').getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('An anonymous person must log in before blocking', async ({ openPage }) => {
  const productId = await offerListing(await newMember('Akosua Sells Teapots'), someTitle())
  const page = await openPage(`/products/${productId}`, { width: 390 })
  await page.getByRole('button', { name: 'More about Akosua Sells Teapots' }).click()
  await page.getByRole('link', { name: 'Log in to block Akosua Sells Teapots' }).click()
  await page.waitForURL(/\/auth\/login\?next=/)
})
