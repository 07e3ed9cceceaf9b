import type { Page } from '@playwright/test'
import { publishListing } from '#e2e/listings.ts'
import { expectNoSidewaysScroll, expectShown, expectSoundLook } from '#e2e/page-checks.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { expect, test } from '#e2e/journey.ts'

const TITLE = 'Charcoal iron with a wooden handle'

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
const notices = (page: Page) => page.getByRole('note', { name: 'About this message' })

test('both are spoken to at a message that looks like a trick, as it comes and later', async ({
  openSignedIn,
}) => {
  const sellerEmail = await newPerson('Adwoa Sells Irons')
  const buyerEmail = await newPerson('Kwesi Buys Irons')
  const productId = await publishListing(await signedIn(sellerEmail), TITLE)
  const person = await signedIn(buyerEmail)
  const { id } = await person.call<{ id: string }>('POST', '/api/conversations', { productId })
  const path = `/conversation/${id}`
  const buyer = await openSignedIn(path, { width: 390, email: buyerEmail })
  const seller = await openSignedIn(path, { width: 1280, email: sellerEmail })

  await write(buyer, 'I will pay by MoMo when I see it')
  await expectShown(seller.getByText('I will pay by MoMo when I see it').last())
  expect(await notices(seller).count()).toBe(0)

  await write(seller, 'Send the depos1t by MoMo f i r s t')
  await expectShown(notices(buyer).getByText(/before you have seen the item/))
  await expectShown(notices(seller).getByText(/the other person sees a warning/))
  await write(buyer, 'I have sent the money')
  await expectShown(notices(seller).getByText(/Check your wallet balance itself/))
  await expectShown(notices(buyer).getByText(/The seller is advised/))

  await buyer.reload()
  await expectShown(notices(buyer).getByText(/before you have seen the item/))
  await expectNoSidewaysScroll(buyer)
  await notices(buyer).getByRole('button', { name: 'This was not a trick' }).click()
  await expectShown(notices(buyer).getByText('Thank you.'))
  await expectSoundLook(buyer)
})
