import type { Page } from '@playwright/test'
import { write } from '#e2e/conversation.ts'
import { expect, test } from '#e2e/journey.ts'
import { writeAbout } from '#e2e/listings.ts'
import { beginTrade } from '#e2e/trade.ts'

const notices = (page: Page) => page.getByRole('note', { name: 'About this message' })

test('Both people see a warning at a suspicious message, live and later', async ({ openSignedIn }) => {
  const trade = await beginTrade('Adwoa Sells Irons', 'Kwesi Buys Irons', 'Charcoal iron')
  const buyer = await openSignedIn(trade.path, { width: 390, person: trade.buyer })
  const seller = await openSignedIn(trade.path, { width: 1280, person: trade.seller })

  await write(buyer, 'I will pay by MoMo when I see it')
  await expect(seller.getByText('I will pay by MoMo when I see it').last()).toBeVisible()
  await expect(notices(seller)).toHaveCount(0)

  await write(seller, 'Send the depos1t by MoMo f i r s t')
  await expect(notices(buyer).getByText(/before you have seen the item/)).toBeVisible()
  await expect(notices(seller).getByText(/the other person sees a warning/)).toBeVisible()
  await write(buyer, 'I have sent the money')
  await expect(notices(seller).getByText(/Check your wallet balance itself/)).toBeVisible()
  await expect(notices(buyer).getByText(/We advise the seller/)).toBeVisible()

  const dialog = buyer.getByRole('dialog')
  await notices(buyer).getByRole('button', { name: 'Report message' }).click()
  await expect(dialog.getByRole('heading', { name: 'Report this message' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await notices(buyer).getByRole('button', { name: 'Block Adwoa Sells Irons' }).click()
  await expect(dialog.getByRole('heading', { name: 'Block Adwoa Sells Irons?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  // A closed dialog leaves the history a moment later, which would abort the reload.
  await buyer.waitForFunction(() => (history.state as { above?: string } | null)?.above === undefined)

  await buyer.reload()
  await expect(notices(buyer).getByText(/before you have seen the item/)).toBeVisible()
  await notices(buyer).getByRole('button', { name: 'This was not a trick' }).click()
  await expect(notices(buyer).getByText('Thank you.')).toBeVisible()
})

test("A phone shows a message's menu without a long press", async ({ openSignedIn }) => {
  const trade = await beginTrade('Adwoa Sells Pots', 'Kwesi Buys Pots', 'Clay pot')
  const words = 'Send me your number and I will call you about the pot this evening after work'
  await writeAbout(trade.buyer, trade.productId, words)
  const seller = await openSignedIn(trade.path, { width: 320, person: trade.seller })
  const menu = seller.getByRole('button', { name: 'React or report' }).last()
  await expect(menu).toBeVisible()
  await expect(menu).toHaveCSS('opacity', '1')
  const { x, width, height } = (await menu.boundingBox()) ?? { x: 0, width: 0, height: 0 }
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  expect(x + width).toBeLessThanOrEqual(320)
  await menu.tap()
  await seller.getByRole('button', { name: 'Report message' }).tap()
  await expect(seller.getByRole('heading', { name: 'Report this message' })).toBeVisible()
})
