import {
  SELLER,
  begin,
  field,
  messages,
  write,
  written,
  storedOn,
  sendPhoto,
  expectPhoto,
} from '#e2e/conversations-of-demo.ts'
import { expectNoAxeViolations, expectShown } from '#e2e/page-checks.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { hydrated } from '#e2e/browser.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

/** The browser reports the calls that fail while it is offline. */
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /WebSocket/]

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
