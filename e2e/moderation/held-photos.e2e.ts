import { beginTrade } from '#e2e/trade.ts'
import type { Page } from '@playwright/test'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import { newStaff } from '#e2e/staff.ts'
import { qrPicture } from '#testing/pictures/qr-picture.ts'

const notices = (page: Page) => page.getByRole('note', { name: 'About this message' })
const loadedWidth = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth)

test('A photo with a QR code waits for a moderator, visible only to its sender, and then is delivered', async ({
  openSignedIn,
}) => {
  const {
    path,
    seller: owner,
    buyer: writer,
    id,
  } = await beginTrade('Efua Sells Drums', 'Yaw Sends Codes', 'Talking drum with leather cords')
  const buyer = await openSignedIn(path, { width: 390, person: writer })
  const seller = await openSignedIn(path, { width: 1280, person: owner })
  const person = await newStaff('Adjoa Reads Codes', 'moderator')
  // Links wait only if a member of the staff has been active.
  await person.call('GET', '/api/moderation/cases')
  const moderator = await openSignedIn('/moderation', { width: 1280, person })

  const link = `https://drums.example/${id}`
  await buyer
    .getByLabel('Photo file')
    .setInputFiles({ name: 'code.jpg', mimeType: 'image/jpeg', buffer: await qrPicture(link) })
  await expect(notices(buyer).getByText(/Moderators check links.+after 2 days/)).toBeVisible()
  await expectSoon(() => loadedWidth(buyer, 'Photo that you sent')).toBeGreaterThan(0)
  // The later message has already been delivered; the photo has not.
  await buyer.getByRole('textbox', { name: 'Message' }).fill('Good morning')
  await buyer.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(seller.getByText('Good morning').last()).toBeVisible()
  await expect(seller.getByRole('img', { name: /^Photo from / })).toHaveCount(0)

  await moderator.getByRole('link', { name: /^Links( \d+ waiting)?$/ }).click()
  const card = moderator
    .getByRole('list', { name: 'Messages with links' })
    .getByRole('listitem')
    .filter({ hasText: link })
  await expect(card.getByText('A photo with a QR code:')).toBeVisible()
  await card.getByRole('button', { name: 'Release' }).click()
  await expect(moderator.getByText('The message from Yaw Sends Codes was released')).toBeVisible()

  await expectSoon(() => loadedWidth(seller, 'Photo from Yaw Sends Codes')).toBeGreaterThan(0)
  await expect(notices(seller).getByText(/This leads to another website/)).toBeVisible()
  await expect(buyer.getByText('Waiting for a moderator')).toHaveCount(0)
})
