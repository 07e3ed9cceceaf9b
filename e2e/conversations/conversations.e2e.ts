import type { Locator, Page } from '@playwright/test'
import { field, messages, write, storedOn, sendPhoto, expectPhoto } from '#e2e/conversation.ts'
import { offerListing, writeAbout } from '#e2e/listings.ts'
import { DEMO_PASSWORD, newMember } from '#e2e/people.ts'
import { beginTrade } from '#e2e/trade.ts'
import { expect, test } from '#e2e/journey.ts'

/** As a finger does that is not lifted. */
async function stayOn(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const { x = 0, y = 0 } = (await target.boundingBox()) ?? {}
  const devtools = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + 4, y: y + 4 }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.getByRole('group', { name: 'Choose a reaction' }).waitFor()
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a buyer on a phone and a seller at a desk: first line, notification, typing, reading, a reaction and a photo', async ({
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
  await write(seller, 'Yes. See https://example.com/kente')
  await expect(messages(buyer).getByRole('link', { name: 'https://example.com/kente' })).toBeVisible()
  await buyer.getByText(/ is typing$/).waitFor({ state: 'detached' })

  await stayOn(buyer, messages(buyer).getByText(/^Yes\. See/))
  await buyer.getByRole('button', { name: 'Heart' }).click()
  await expect(messages(seller).getByRole('button', { name: 'Heart' })).toBeVisible()

  await sendPhoto(buyer)
  await expectPhoto(seller, 'Photo from Yaw Darko')
  for (const page of [seller, buyer]) {
    await page.reload()
    await expect(messages(page).getByText('Is this still available?')).toBeVisible()
  }
})

test('the ways to reach the person open from one button, also on a low screen', async ({ openSignedIn }) => {
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

test('on a desktop the other conversations stay beside the open one', async ({ openSignedIn }) => {
  const { buyer, path: first } = await beginTrade('Ama Sells Pans', 'Yaw Compares', 'Iron pan')
  const other = await offerListing(await newMember('Esi Sells Pans'), 'Steel pan')
  const second = await writeAbout(buyer, other, 'Is the steel one heavier?')
  const page = await openSignedIn(first, { width: 1280, person: buyer })
  await write(page, 'Is the iron one heavier?')
  const beside = page.getByRole('complementary', { name: 'Messages' })
  await expect(beside.locator(`[href="${first}"][aria-current=page]`)).toBeVisible()
  await expect(field(page)).toBeVisible()
  await beside.locator(`[href="${second}"]`).click()
  await page.waitForURL(second)
  await expect(beside.locator(`[href="${second}"][aria-current=page]`)).toBeVisible()
  await expect(field(page)).toBeVisible()
})

test('who deletes their account is Unknown User at once where a conversation with them is open', async ({
  openSignedIn,
}) => {
  const { seller, buyer, path } = await beginTrade('Adjoa Leaves', 'Kwaku Stays', 'Drum')
  const page = await openSignedIn(path, { width: 390, person: buyer, expected: [/404/] })
  await write(page, 'Is it still there?')
  await expect(messages(page).getByText('Sent', { exact: true })).toBeVisible()
  await field(page).fill('If so')
  await expect(page.getByText('Adjoa Leaves').first()).toBeVisible()

  await seller.call('POST', '/api/account/reauthenticate', { password: DEMO_PASSWORD })
  await seller.call('POST', '/functions/v1/delete-user-account')
  await expect(page.getByRole('heading', { level: 1, name: 'Unknown User' })).toBeVisible()
  await expect(page.getByText('This person is not here any more and cannot be written to.')).toBeVisible()
  await expect(page.getByText('Offline', { exact: true })).toHaveCount(0)
  await expect(field(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Contact options' })).toHaveCount(0)
  await expect(page.getByText('Adjoa Leaves')).toHaveCount(0)
  expect(JSON.stringify(await storedOn(page))).not.toContain('Adjoa Leaves')
})

test('a stranger is shown out, and so is who follows a wrong address', async ({ openSignedIn }) => {
  const { path } = await beginTrade('Ama Sells Mats', 'Kojo Mensah', 'Woven mat')
  const person = await newMember('Esi Boateng')
  const page = await openSignedIn('/messages', { width: 390, person, expected: [/40[34]|422/] })
  await expect(page.getByRole('link', { name: 'Browse Products' })).toBeVisible()
  await page.goto(path)
  await page.waitForURL('/messages')
  await expect(page.getByText('Access denied')).toBeVisible()
  await expect(page.getByText('You do not have access to this conversation')).toBeVisible()
  for (const address of ['/conversation/0190a000-0000-7000-8000-000000000000', '/messages/nonsense']) {
    await page.goto(address)
    await page.waitForURL('/messages')
    await expect(page.getByText('Conversation not found')).toBeVisible()
  }
})
