import type { Page } from '@playwright/test'
import { runAdmin } from '#e2e/admin.ts'
import { publishListing } from '#e2e/listings.ts'
import { expectNoSidewaysScroll, expectShown, expectSoundLook } from '#e2e/page-checks.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import { turnOnTwoFactor } from '#e2e/staff.ts'
import { qrPicture } from '#testing/pictures/qr-picture.ts'

const notices = (page: Page) => page.getByRole('note', { name: 'About this message' })
const loadedWidth = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth)

test('a photo with a code of a link waits for a moderator, seen by its sender alone, and then arrives', async ({
  openSignedIn,
}) => {
  const [sellerEmail, buyerEmail, moderatorEmail] = await Promise.all(
    ['Efua Sells Drums', 'Yaw Sends Codes', 'Adjoa Reads Codes'].map(newPerson),
  )
  if (!sellerEmail || !buyerEmail || !moderatorEmail) throw new Error('Three people')
  const productId = await publishListing(await signedIn(sellerEmail), 'Talking drum with leather cords')
  const { id } = await (
    await signedIn(buyerEmail)
  ).call<{ id: string }>('POST', '/api/conversations', { productId })
  await runAdmin('role', moderatorEmail, 'moderator')
  const buyer = await openSignedIn(`/conversation/${id}`, { width: 390, email: buyerEmail })
  const seller = await openSignedIn(`/conversation/${id}`, { width: 1280, email: sellerEmail })
  const moderator = await openSignedIn('/moderation', { width: 1280, email: moderatorEmail })
  // Links wait only where one of the staff has been there.
  const looked = moderator.waitForResponse(
    (reply) => reply.url().includes('/api/moderation/cases') && reply.ok(),
  )
  await turnOnTwoFactor(moderator)
  await looked

  const link = `https://drums.example/${id}`
  await buyer
    .getByLabel('Photo file')
    .setInputFiles({ name: 'code.jpg', mimeType: 'image/jpeg', buffer: await qrPicture(link) })
  await expectShown(notices(buyer).getByText(/A moderator looks at links.+after 2 days at the latest/))
  await expectSoon(() => loadedWidth(buyer, 'Photo that you sent')).toBeGreaterThan(0)
  await expectNoSidewaysScroll(buyer)
  await expectSoundLook(buyer)
  // What is written later is there already, and the photo is not.
  await buyer.getByRole('textbox', { name: 'Message' }).fill('Good morning')
  await buyer.getByRole('button', { name: 'Send', exact: true }).click()
  await expectShown(seller.getByText('Good morning').last())
  expect(await seller.getByRole('img', { name: /^Photo from / }).count()).toBe(0)

  await moderator.getByRole('link', { name: /^Links( \d+ waiting)?$/ }).click()
  const card = moderator
    .getByRole('list', { name: 'Messages with links' })
    .getByRole('listitem')
    .filter({ hasText: link })
  await expectShown(card.getByText('A photo with a QR code:'))
  await expectSoundLook(moderator)
  await card.getByRole('button', { name: 'Release' }).click()
  await expectShown(moderator.getByText('The message of Yaw Sends Codes was released'))

  await expectSoon(() => loadedWidth(seller, 'Photo from Yaw Sends Codes')).toBeGreaterThan(0)
  await expectShown(notices(seller).getByText(/This leads to another website/))
  await expectSoon(() => buyer.getByText('Waiting for a moderator').count()).toBe(0)
  await expectSoundLook(buyer)
})
