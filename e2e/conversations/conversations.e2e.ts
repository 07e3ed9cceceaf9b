import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  expectNoAxeViolations,
  expectShown,
  expectSoundLook,
  expectSoundPage,
  sidewaysScroll,
  expectNoSidewaysScroll,
} from '#e2e/page-checks.ts'
import { publishListing } from '#e2e/listings.ts'
import { DEMO_PASSWORD, type Person, newPerson, signedIn } from '#e2e/people.ts'
import { hydrated } from '#e2e/browser.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const SELLER = 'ama@example.com'
/** The browser reports the calls that fail while it is offline. */
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /WebSocket/]

/** Something of the demo market that Ama sells. */
async function somethingForSale(): Promise<string> {
  const seller = await signedIn(SELLER)
  const { items } = await seller.call<{ items: { id: string; status: string }[] }>(
    'GET',
    '/api/selling/products',
  )
  const id = items.find(({ status }) => status === 'available')?.id
  if (!id) throw new Error('Ama sells nothing')
  return id
}

async function begin(buyer: Person): Promise<string> {
  const productId = await somethingForSale()
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  return `/conversation/${id}`
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })

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

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** What is written there, in its order. */
const written = (page: Page) => messages(page).locator('.message-text').allInnerTexts()

/** What the device has of conversations to be read offline. */
const storedOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open('sankofa')
        opening.addEventListener('success', () => {
          const reading = opening.result
            .transaction('rows')
            .objectStore('rows')
            .getAll(IDBKeyRange.bound(['conversations'], ['conversations', []]))
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result)
          })
        })
      }),
  )

async function sendPhoto(page: Page): Promise<void> {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a4a21' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Photo file').setInputFiles({ name: 'kente.jpg', mimeType: 'image/jpeg', buffer })
}

async function expectPhoto(page: Page, name: string): Promise<void> {
  const photo = messages(page).getByRole('link', { name })
  await expectShown(photo)
  await expectSoon(() =>
    photo.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0)
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

test('what is written without a network waits, also over a reload, and arrives once and in order', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Efua Owusu')
  const path = await begin(await signedIn(email))
  const seller = await openSignedIn(path, { width: 1280, email: SELLER })
  const buyer = await openSignedIn(path, { width: 390, email, worker: true, expected: OFFLINE })
  await buyer.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await write(buyer, 'First')
  await expectShown(messages(seller).getByText('First'))
  // By then the worker has the pages, and the device the conversations.
  await buyer.goto('/messages')
  await expectShown(buyer.getByRole('link').filter({ hasText: 'You: First' }))
  await buyer.goto(path)
  await hydrated(buyer)
  await expectShown(messages(buyer).getByText('First'))

  await buyer.context().setOffline(true)
  await write(buyer, 'Second')
  await write(buyer, 'Third')
  await expectShown(buyer.getByText('You are offline. What you write is sent when the connection is back.'))
  await expectNoAxeViolations(buyer)
  await buyer.reload()
  await hydrated(buyer)
  await expectSoon(() => written(buyer)).toEqual(['First', 'Second', 'Third'])
  await buyer.goto('/messages')
  await expectShown(buyer.getByText('These are the conversations as this device last saw them.'))

  await buyer.context().setOffline(false)
  await expectSoon(() => written(seller)).toEqual(['First', 'Second', 'Third'])
  await buyer.goto(path)
  await expectSoon(() => written(buyer)).toEqual(['First', 'Second', 'Third'])
  await buyer.reload()
  await expectSoon(() => written(seller)).toEqual(['First', 'Second', 'Third'])
})

test('a photo that was seen is shown without a network, until its person signs out', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Akosua Frimpong')
  const path = await begin(await signedIn(email))
  const page = await openSignedIn(path, { width: 1280, email, worker: true, expected: OFFLINE })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await sendPhoto(page)
  await expectPhoto(page, 'Photo from you')
  const cachedPhotos = () =>
    page.evaluate(async () => (await (await caches.open('message-photos')).keys()).length)
  await expectSoon(cachedPhotos).toBe(1)
  await expectSoon(async () => JSON.stringify(await storedOn(page))).toContain('message-images')

  await page.context().setOffline(true)
  await page.reload()
  await hydrated(page)
  await expectPhoto(page, 'Photo from you')

  await page.context().setOffline(false)
  // What is under way when the session ends would be refused.
  const read = page.waitForResponse((response) => /\/messages(\?|$)/.test(response.url()) && response.ok())
  await page.reload()
  await read
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/auth/login')
  await expectSoon(cachedPhotos).toBe(0)
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

test('signing out leaves nothing of the conversations on the device', async ({ openSignedIn }) => {
  const email = await newPerson('Abena Asare')
  const path = await begin(await signedIn(email))
  const page = await openSignedIn(path, { width: 1280, email })
  await write(page, 'A secret')
  await expectShown(messages(page).getByText('Sent', { exact: true }))
  await field(page).fill('A draft')
  await expectSoon(() => storedOn(page)).not.toEqual([])
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/auth/login')
  await expectSoon(() => storedOn(page)).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft')
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
