import type { Locator, Page } from '@playwright/test'
import { field, messages, write, sendPhoto, expectPhoto } from '#e2e/conversation.ts'
import { offerListing } from '#e2e/listings.ts'
import { newMember } from '#e2e/people.ts'
import { beginTrade } from '#e2e/trade.ts'
import { expect, test } from '#e2e/journey.ts'

async function longPress(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const { x = 0, y = 0 } = (await target.boundingBox()) ?? {}
  const devtools = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + 4, y: y + 4 }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.getByRole('group', { name: 'Choose a reaction' }).waitFor()
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('A buyer on a phone and a seller at a desktop exchange messages, a reaction and a photo', async ({
  openSignedIn,
}) => {
  const owner = await newMember('Ama Sells Kente')
  const productId = await offerListing(owner, 'Kente cloth')
  const seller = await openSignedIn('/messages', { width: 1280, person: owner })
  const buyer = await openSignedIn(`/products/${productId}`, {
    width: 390,
    person: await newMember('Yaw Darko'),
  })
  await buyer.getByRole('button', { name: 'Message Seller' }).filter({ visible: true }).click()
  await buyer.waitForURL('/conversation/*')
  const path = new URL(buyer.url()).pathname
  await expect(buyer.getByText('Start the conversation')).toBeVisible()
  await buyer.getByRole('button', { name: 'Is this still available?' }).click()
  await expect(field(buyer)).toHaveValue('Is this still available?')
  await buyer.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages(buyer).getByText('Sent', { exact: true })).toBeVisible()

  const row = seller
    .getByRole('link')
    .filter({ hasText: 'Yaw Darko' })
    .and(seller.locator(`[href="${path}"]`))
  await expect(row.getByText('Is this still available?')).toBeVisible()
  await expect(row.getByText('New message')).toBeVisible()
  await row.click()
  await expect(seller.getByRole('heading', { level: 1, name: 'Yaw Darko' })).toBeVisible()
  await expect(seller.getByRole('button', { name: 'Yes, it is available' })).toBeVisible()
  await expect(messages(buyer).getByText('Read', { exact: true })).toBeVisible()
  await expect(buyer.getByText('Online', { exact: true })).toBeVisible()

  await field(seller).pressSequentially('Yes')
  await expect(buyer.getByText(/ is typing$/)).toBeVisible()
  // A link of a new account would wait for a moderator, if another journey has one.
  await write(seller, 'Yes. See it in Bantama')
  await expect(messages(buyer).getByText('Yes. See it in Bantama')).toBeVisible()
  await buyer.getByText(/ is typing$/).waitFor({ state: 'detached' })

  await longPress(buyer, messages(buyer).getByText(/^Yes\. See/))
  await buyer.getByRole('button', { name: 'Heart' }).click()
  await expect(messages(seller).getByRole('button', { name: 'Heart' })).toBeVisible()

  await sendPhoto(buyer)
  await expectPhoto(seller, 'Photo from Yaw Darko')
  for (const page of [seller, buyer]) {
    await page.reload()
    await expect(messages(page).getByText('Is this still available?')).toBeVisible()
  }
})

test('One button opens all ways to contact the person, even on a low screen', async ({ openSignedIn }) => {
  const { path, buyer } = await beginTrade('Ama Is Called', 'Yaa Asantewaa', 'Wall clock')
  const page = await openSignedIn(path, { width: 390, person: buyer })
  const options = page.getByRole('button', { name: 'Contact options' })
  const call = page.getByRole('button', { name: 'Call', exact: true })
  for (const size of [
    { width: 390, height: 844 },
    { width: 740, height: 360 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size)
    await expect(field(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'View Product' })).toBeVisible()
    await expect(call).toBeHidden()
    await options.click()
    await call.scrollIntoViewIfNeeded()
    await expect(call).toBeVisible()
    await page.keyboard.press('Escape')
    await call.waitFor({ state: 'hidden' })
    await expect(options).toBeFocused()
    await write(page, 'Hello')
  }
})
