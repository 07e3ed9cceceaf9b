import type { Page } from '@playwright/test'
import { write } from '#e2e/conversation.ts'
import { expect, test } from '#e2e/journey.ts'
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

  await buyer.reload()
  await expect(notices(buyer).getByText(/before you have seen the item/)).toBeVisible()
  await notices(buyer).getByRole('button', { name: 'This was not a trick' }).click()
  await expect(notices(buyer).getByText('Thank you.')).toBeVisible()
})
