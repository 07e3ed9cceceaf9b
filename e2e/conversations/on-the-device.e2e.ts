import { field, messages, write, written, storedOn, sendPhoto, expectPhoto } from '#e2e/conversation.ts'
import { beginTrade } from '#e2e/trade.ts'
import { hydrated } from '#e2e/browser.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

/** The browser reports the calls that fail while it is offline. */
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /WebSocket/]

test('Messages written without a network survive a reload and arrive once, in order', async ({
  openSignedIn,
}) => {
  const trade = await beginTrade('Ama Sells Looms', 'Efua Owusu', 'Hand loom')
  const { path } = trade
  const seller = await openSignedIn(path, { width: 1280, person: trade.seller })
  const buyer = await openSignedIn(path, {
    width: 390,
    person: trade.buyer,
    worker: true,
    expected: OFFLINE,
  })
  await buyer.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await write(buyer, 'First')
  await expect(messages(seller).getByText('First')).toBeVisible()
  // Now the worker has stored the pages and the device the conversations.
  await buyer.goto('/messages')
  await expect(buyer.getByRole('link').filter({ hasText: 'You: First' })).toBeVisible()
  await buyer.goto(path)
  await hydrated(buyer)
  await expect(messages(buyer).getByText('First')).toBeVisible()
  // The page stores its content a moment after showing it.
  await expectSoon(async () => JSON.stringify(await storedOn(buyer))).toMatch(
    /"key":"[^"]+\/messages\/[^}]*"First"/,
  )

  await buyer.context().setOffline(true)
  await write(buyer, 'Second')
  await write(buyer, 'Third')
  await expect(
    buyer.getByText('You are offline. We send your messages when you are online again.'),
  ).toBeVisible()
  await buyer.reload()
  await hydrated(buyer)
  await expect(written(buyer)).toHaveText(['First', 'Second', 'Third'])
  await buyer.goto('/messages')
  await expect(buyer.getByText('These are the chats last saved on this device.')).toBeVisible()

  await buyer.context().setOffline(false)
  await expect(written(seller)).toHaveText(['First', 'Second', 'Third'])
  await buyer.goto(path)
  await expect(written(buyer)).toHaveText(['First', 'Second', 'Third'])
  await buyer.reload()
  await expect(written(seller)).toHaveText(['First', 'Second', 'Third'])
})

test('A photo viewed before is shown without a network, and a logout clears the device', async ({
  openSignedIn,
}) => {
  const { path, buyer } = await beginTrade('Ama Sells Beads', 'Akosua Frimpong', 'Glass beads')
  const page = await openSignedIn(path, { width: 1280, person: buyer, worker: true, expected: OFFLINE })
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
  // The session's end would refuse requests that are still running.
  const read = page.waitForResponse((response) => /\/messages(\?|$)/.test(response.url()) && response.ok())
  await page.reload()
  await read
  await field(page).fill('A draft')
  await expectSoon(() => storedOn(page)).not.toEqual([])
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/auth/login')
  await expectSoon(cachedPhotos).toBe(0)
  await expectSoon(() => storedOn(page)).toEqual([])
  await expectSoon(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft')
})
