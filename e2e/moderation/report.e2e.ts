import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { runAdmin } from '#e2e/admin.ts'
import { hydrated } from '#e2e/browser.ts'
import { publishListing } from '#e2e/listings.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectShown,
  expectSoundLook,
} from '#e2e/page-checks.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { turnOnTwoFactor } from '#e2e/staff.ts'

const TITLE = `Brass trumpet ${randomUUID().slice(0, 8)}`

let sellerEmail = ''
let productId = ''
test.beforeAll(async () => {
  sellerEmail = await newPerson('Mawuli Sells Trumpets')
  productId = await publishListing(await signedIn(sellerEmail), TITLE)
})

for (const width of [390, 1280])
  test(`a buyer reports a listing at ${width} px, sees the receipt and no longer the listing`, async ({
    openSignedIn,
  }) => {
    const email = await newPerson('Adwoa Is Careful')
    const page = await openSignedIn(`/products/${productId}`, { width, email })
    await page.getByRole('button', { name: 'Report this listing' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report this listing' })
    await expectShown(dialog)
    // As wide as a phone, where it comes from the bottom.
    expect((await dialog.boundingBox())?.width).toBe(width === 390 ? 390 : 512)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'It is about money' }).click()
    await page.getByRole('button', { name: 'Send report' }).click()
    await expectShown(page.getByText('Please choose a reason'))
    await page.getByRole('textbox', { name: 'What happened?' }).fill('Wanted 200 before I came')
    await page.getByRole('radio', { name: 'Asks for money before the item is seen' }).check()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Send report' }).click()
    await expectShown(page.getByText('We look at it, and tell you what came of it.'))
    await page.getByRole('button', { name: 'Done' }).click()
    await expectShown(page.getByRole('heading', { level: 1, name: 'You reported this listing' }))
    await page.getByRole('main').getByRole('link', { name: 'My reports' }).click()
    await expectShown(page.getByText('A listing: Asks for money before the item is seen'))
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await page.goto(`/products?search=${encodeURIComponent(TITLE)}`)
    await hydrated(page)
    await expectSoon(() => page.getByRole('main').getByRole('link').filter({ hasText: TITLE }).count()).toBe(
      0,
    )
  })

test('a message to oneself is reported from what is done with it', async ({ openSignedIn }) => {
  const email = await newPerson('Kweku Asks First')
  const person = await signedIn(email)
  const { id } = await person.call<{ id: string }>('POST', '/api/conversations', { productId })
  await person.call('POST', `/api/conversations/${id}/messages`, {
    content: 'Send me your PIN',
    clientKey: crypto.randomUUID(),
  })
  const seller = await openSignedIn(`/conversation/${id}`, { width: 1280, email: sellerEmail })
  await seller.getByText('Send me your PIN').last().hover()
  await seller.getByRole('button', { name: 'React' }).last().click()
  await seller.getByRole('button', { name: 'Report message' }).click()
  await seller.getByRole('dialog').getByRole('button', { name: 'It is about money' }).click()
  await seller.getByRole('radio', { name: 'Asks for a code, a PIN or a wallet' }).check()
  await seller.getByRole('button', { name: 'Send report' }).click()
  await expectShown(seller.getByText('We look at it, and tell you what came of it.'))
})

test('a report has pictures; what was cut off is sent once more, and moderators see them in the case', async ({
  openSignedIn,
}) => {
  const title = `Brass horn ${randomUUID().slice(0, 8)}`
  const id = await publishListing(await signedIn(sellerEmail), title)
  const email = await newPerson('Abla Has Proof')
  const page = await openSignedIn(`/products/${id}`, { width: 390, email, expected: [/ERR_FAILED/] })
  await page.getByRole('button', { name: 'Report this listing' }).click()
  await page.getByRole('button', { name: 'It is about money' }).click()
  await page.getByRole('radio', { name: 'Asks for money before the item is seen' }).check()
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#286048' } })
    .jpeg()
    .toBuffer()
  const pictures = ['chat.jpg', 'wallet.jpg'].map((name, index) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([buffer, Buffer.alloc(index)]),
  }))
  await page.getByLabel('Picture files').setInputFiles(pictures)
  await expectShown(page.getByRole('img', { name: '2: wallet.jpg' }))
  await expectNoAxeViolations(page)
  await page.route('**/pictures/1', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Send report' }).click()
  await expectShown(page.getByText(/^Your report was sent, but not all pictures/))
  await expectShown(page.getByRole('dialog').getByText('Sent', { exact: true }))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expectShown(page.getByText('We look at it, and tell you what came of it.'))
  await page.getByRole('dialog').getByRole('link', { name: 'My reports' }).click()
  await expectShown(page.getByRole('list', { name: 'Pictures' }).getByRole('img', { name: 'Picture 2' }))
  await expectNoAxeViolations(page)

  const staffEmail = await newPerson('Kafui Decides')
  await runAdmin('role', staffEmail, 'moderator')
  const staff = await openSignedIn('/moderation', { width: 1280, email: staffEmail })
  await turnOnTwoFactor(staff)
  await staff.getByRole('region', { name: 'Cases that wait' }).getByRole('link', { name: title }).click()
  const shown = staff.getByRole('list', { name: 'Pictures of Abla Has Proof' }).getByRole('img')
  await expectShown(shown.first())
  expect(await shown.count()).toBe(2)
  await expectSoundLook(staff)
})

test('everyone reads the figures', async ({ openPage }) => {
  const page = await openPage('/transparency', { width: 390 })
  await expectShown(page.getByRole('heading', { level: 1, name: 'Transparency' }))
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  expect(await page.getByText('A report alone takes nothing down').count()).toBe(1)
})
