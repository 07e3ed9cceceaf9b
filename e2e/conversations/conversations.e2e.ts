import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import {
  SELLER,
  somethingForSale,
  begin,
  field,
  messages,
  write,
  storedOn,
  sendPhoto,
  expectPhoto,
} from '#e2e/conversations-of-demo.ts'
import {
  expectNoAxeViolations,
  expectShown,
  expectSoundLook,
  expectSoundPage,
  sidewaysScroll,
  expectNoSidewaysScroll,
} from '#e2e/page-checks.ts'
import { publishListing } from '#e2e/listings.ts'
import { DEMO_PASSWORD, newPerson, signedIn } from '#e2e/people.ts'
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
  const email = await newPerson('Yaw Darko')
  const seller = await openSignedIn('/messages', { width: 1280, email: SELLER })
  const buyer = await openSignedIn(`/products/${await somethingForSale()}`, { width: 390, email })
  await buyer.getByRole('button', { name: 'Message Seller' }).filter({ visible: true }).click()
  await buyer.waitForURL('/conversation/*')
  const path = new URL(buyer.url()).pathname
  await expectShown(buyer.getByText('Start the conversation'))
  // On a phone the site's header makes room, which counts as a shift where the way here took long.
  await buyer.reload()
  await expectShown(buyer.getByText('Start the conversation'))
  await expectSoundPage(buyer)
  await buyer.getByRole('button', { name: 'Is this still available?' }).click()
  await expect(field(buyer)).toHaveValue('Is this still available?')
  await buyer.getByRole('button', { name: 'Send', exact: true }).click()
  await expectShown(messages(buyer).getByText('Sent', { exact: true }))

  const row = seller
    .getByRole('link')
    .filter({ hasText: 'Yaw Darko' })
    .and(seller.locator(`[href="${path}"]`))
  await expectShown(row.getByText('Is this still available?'))
  await expectShown(row.getByText('New message'))
  // The new message moved what was there.
  await seller.reload()
  await expectShown(row)
  await expectSoundPage(seller)
  await row.click()
  await expectShown(seller.getByRole('heading', { level: 1, name: 'Yaw Darko' }))
  await expectShown(seller.getByRole('button', { name: 'Yes, it is available' }))
  await expectShown(messages(buyer).getByText('Read', { exact: true }))
  await expectShown(buyer.getByText('Online', { exact: true }))

  await field(seller).pressSequentially('Yes')
  await expectShown(buyer.getByText(/ is typing$/))
  await write(seller, 'Yes. See https://example.com/kente')
  await expectShown(messages(buyer).getByRole('link', { name: 'https://example.com/kente' }))
  await buyer.getByText(/ is typing$/).waitFor({ state: 'detached' })

  await stayOn(buyer, messages(buyer).getByText(/^Yes\. See/))
  await buyer.getByRole('button', { name: 'Heart' }).click()
  await expectShown(messages(seller).getByRole('button', { name: 'Heart' }))

  await sendPhoto(buyer)
  await expectPhoto(seller, 'Photo from Yaw Darko')
  for (const page of [seller, buyer]) {
    await page.reload()
    await expectShown(messages(page).getByText('Is this still available?'))
    await expectSoundPage(page)
  }
})

test('the ways to reach the person open from one button, also on a low screen', async ({ openSignedIn }) => {
  const email = await newPerson('Yaa Asantewaa')
  const path = await begin(await signedIn(email))
  const page = await openSignedIn(path, { width: 390, email })
  const options = page.getByRole('button', { name: 'Contact options' })
  const call = page.getByRole('button', { name: 'Call', exact: true })
  for (const size of [
    { width: 390, height: 844 },
    { width: 740, height: 360 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size)
    await expectShown(field(page))
    await expectShown(page.getByRole('link', { name: 'View Product' }))
    expect(await call.isVisible()).toBe(false)
    await options.click()
    await call.scrollIntoViewIfNeeded()
    await expectShown(call)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await call.waitFor({ state: 'hidden' })
    await expect(options).toBeFocused()
    await write(page, 'Hello')
    expect(await sidewaysScroll(page)).toBe(0)
  }
})

test('on a desktop the other conversations stay beside the open one', async ({ openSignedIn }) => {
  const page = await openSignedIn('/messages', { width: 1280, email: SELLER })
  const rows = page.locator('main').getByRole('link')
  await expectShown(rows.first())
  const first = (await rows.first().getAttribute('href')) ?? ''
  const second = (await rows.nth(1).getAttribute('href')) ?? ''
  await page.goto(first)
  const beside = page.getByRole('complementary', { name: 'Messages' })
  await expectShown(beside.locator(`[href="${first}"][aria-current=page]`))
  await expectShown(field(page))
  await expectSoundPage(page)
  await beside.locator(`[href="${second}"]`).click()
  await page.waitForURL(second)
  await expectShown(beside.locator(`[href="${second}"][aria-current=page]`))
  await expectShown(field(page))
})

test('who deletes their account is Unknown User at once where a conversation with them is open', async ({
  openSignedIn,
}) => {
  const [email, leaving] = [await newPerson('Kwaku Stays'), await newPerson('Adjoa Leaves')]
  const seller = await signedIn(leaving)
  const productId = await publishListing(seller, `Drum ${randomUUID().slice(0, 8)}`)
  const buyer = await signedIn(email)
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  const page = await openSignedIn(`/conversation/${id}`, { width: 390, email, expected: [/404/] })
  await write(page, 'Is it still there?')
  await expectShown(messages(page).getByText('Sent', { exact: true }))
  await field(page).fill('If so')
  await expectShown(page.getByText('Adjoa Leaves').first())

  await seller.call('POST', '/api/account/reauthenticate', { password: DEMO_PASSWORD })
  await seller.call('POST', '/functions/v1/delete-user-account')
  await expectShown(page.getByRole('heading', { level: 1, name: 'Unknown User' }))
  await expectShown(page.getByText('This person is not here any more and cannot be written to.'))
  expect(await page.getByText('Offline', { exact: true }).count()).toBe(0)
  expect(await field(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Contact options' }).count()).toBe(0)
  expect(await page.getByText('Adjoa Leaves').count()).toBe(0)
  expect(JSON.stringify(await storedOn(page))).not.toContain('Adjoa Leaves')
  await expectSoundLook(page)
})

test('a stranger is shown out, and so is who follows a wrong address', async ({ openSignedIn }) => {
  const path = await begin(await signedIn(await newPerson('Kojo Mensah')))
  const stranger = await newPerson('Esi Boateng')
  const page = await openSignedIn('/messages', { width: 390, email: stranger, expected: [/40[34]|422/] })
  await expectShown(page.getByRole('link', { name: 'Browse Products' }))
  await page.goto(path)
  await page.waitForURL('/messages')
  await expectShown(page.getByText('Access denied'))
  await expectShown(page.getByText('You do not have access to this conversation'))
  for (const address of ['/conversation/0190a000-0000-7000-8000-000000000000', '/messages/nonsense']) {
    await page.goto(address)
    await page.waitForURL('/messages')
    await expectShown(page.getByText('Conversation not found'))
  }
})

test('nothing scrolls sideways at any width', async ({ openSignedIn }) => {
  const email = await newPerson('Adwoa Nyarko')
  const buyer = await signedIn(email)
  const page = await openSignedIn(await begin(buyer), { width: 390, email })
  await write(page, `${'long'.repeat(60)} https://example.com/${'a'.repeat(200)}`)
  // A link of a new person waits where another journey's moderator has been.
  await expectShown(messages(page).getByText(/^(?:Sent|Waiting for a moderator)$/))
  await write(page, 'long'.repeat(60))
  await expectShown(messages(page).getByText('long'.repeat(60), { exact: true }))
  await expectShown(messages(page).getByText('Sent', { exact: true }))
  await expectNoSidewaysScroll(page)
  await page.goto('/messages')
  await expectShown(page.getByRole('link').filter({ hasText: 'You: ' }))
  await expectNoSidewaysScroll(page)
})
