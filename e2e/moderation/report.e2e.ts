import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { hydrated } from '#e2e/browser.ts'
import { offerListing, writeAbout } from '#e2e/listings.ts'
import { expect, test } from '#e2e/journey.ts'
import { newMember } from '#e2e/people.ts'
import { beginTrade } from '#e2e/trade.ts'
import { newStaff } from '#e2e/staff.ts'

test('A person reports a received message from its menu', async ({ openSignedIn }) => {
  const trade = await beginTrade('Mawuli Sells Trumpets', 'Kweku Asks First', 'Brass trumpet')
  await writeAbout(trade.buyer, trade.productId, 'Send me your PIN')
  const seller = await openSignedIn(trade.path, { width: 1280, person: trade.seller })
  await seller.getByText('Send me your PIN').last().hover()
  await seller.getByRole('button', { name: 'React' }).last().click()
  const choices = seller.getByRole('group', { name: 'Choose a reaction' })
  await choices.getByRole('button', { name: 'Report message' }).click()
  await seller.getByRole('dialog').getByRole('button', { name: 'It is about money' }).click()
  await seller.getByRole('radio', { name: 'Asks for a code, a PIN or wallet details' }).check()
  await seller.getByRole('button', { name: 'Send report' }).click()
  await expect(seller.getByText('We will look at it and tell you the outcome.')).toBeVisible()
})

test('A person reports a listing with pictures despite a lost connection, and moderators see them', async ({
  openSignedIn,
}) => {
  const title = `Brass horn ${randomUUID().slice(0, 8)}`
  const id = await offerListing(await newMember('Mawuli Sells Horns'), title)
  const reporter = await newMember('Abla Has Proof')
  const page = await openSignedIn(`/products/${id}`, {
    width: 390,
    person: reporter,
    expected: [/ERR_FAILED/],
  })
  await page.getByRole('button', { name: 'Report this listing' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this listing' })
  // On a phone the dialog fills the width and is at the bottom.
  expect((await dialog.boundingBox())?.width).toBe(390)
  await page.getByRole('button', { name: 'It is about money' }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Please choose a reason')).toBeVisible()
  await page.getByRole('radio', { name: 'Asks for money before showing the item' }).check()
  const buffer = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#286048' } })
    .jpeg()
    .toBuffer()
  const pictures = ['chat.jpg', 'wallet.jpg'].map((name, index) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([buffer, Buffer.alloc(index)]),
  }))
  await page.getByLabel('Picture files').setInputFiles(pictures)
  await expect(page.getByRole('img', { name: '2: wallet.jpg' })).toBeVisible()
  await page.route('**/pictures/1', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText(/^Your report was sent, but not all pictures/)).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Sent', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('We will look at it and tell you the outcome.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You reported this listing' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My reports' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('A listing: Asks for money before showing the item')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Pictures' }).getByRole('img', { name: 'Picture 2' }),
  ).toBeVisible()

  await page.goto(`/products?search=${encodeURIComponent(title)}`)
  await hydrated(page)
  await expect(page.getByRole('main').getByRole('link').filter({ hasText: title })).toHaveCount(0)

  const person = await newStaff('Kafui Decides', 'moderator')
  const staff = await openSignedIn('/moderation', { width: 1280, person })
  await staff.getByRole('region', { name: 'Waiting cases' }).getByRole('link', { name: title }).click()
  const shown = staff.getByRole('list', { name: 'Pictures from Abla Has Proof' }).getByRole('img')
  await expect(shown.first()).toBeVisible()
  await expect(shown).toHaveCount(2)
})
