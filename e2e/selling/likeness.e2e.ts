import { randomInt, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { beginDraft } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { newMember, type Person } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import { newStaff } from '#e2e/staff.ts'

const NOTICE = 'This photo is also used by another seller.'

/** A photo unlike any that another run of this journey sent. */
async function newPhoto(): Promise<Buffer> {
  const shapes = Array.from({ length: 60 }, () => {
    const fill = `rgb(${randomInt(256)},${randomInt(256)},${randomInt(256)})`
    return `<circle cx="${randomInt(480)}" cy="${randomInt(360)}" r="${randomInt(10, 70)}" fill="${fill}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).png().toBuffer()
}

async function draftWith(seller: Person, title: string, photo: Buffer): Promise<OwnProduct> {
  const draft = await beginDraft(seller, title)
  await seller.call('PUT', `/api/selling/photos/${randomUUID()}?name=photo.png&product=${draft.id}`, photo)
  const own = () => seller.call<OwnProduct>('GET', `/api/selling/products/${draft.id}`)
  await expectSoon(async () => (await own()).photos[0]?.state, { timeout: 100_000 }).toBe('ready')
  return own()
}

async function publish(seller: Person, title: string, photo: Buffer): Promise<OwnProduct> {
  const { id, version, form } = await draftWith(seller, title, photo)
  return seller.call('POST', `/api/selling/products/${id}/publish`, { version, form })
}

/** The server prepares photos at low priority. */
test.describe.configure({ timeout: 300_000 })

test("A listing with another seller's photo is held for a moderator, and the form names the seller's own duplicate", async ({
  openPage,
  openSignedIn,
}) => {
  const photo = await newPhoto()
  const seller = await newMember('Abla Took The Photo')
  const original = await publish(seller, 'Painted stool', photo)
  expect(original.status).toBe('available')
  const title = `Stool like painted ${randomInt(1e6)}`
  const copy = await publish(
    await newMember('Fiifi Copied It'),
    title,
    await sharp(photo).flop().jpeg().toBuffer(),
  )
  expect(copy.status).toBe('held')
  expect((await fetch(`${marketUrl}/products/${copy.id}`)).status).toBe(404)

  const person = await newStaff('Maame Looks', 'moderator')
  const page = await openSignedIn('/moderation', { width: 1280, person })
  await page.getByRole('region', { name: 'Waiting cases' }).getByRole('link', { name: title }).click()
  const found = page.getByRole('article', { name: title })
  await expect(found.getByText('A photo was in another seller’s listing first')).toBeVisible()
  await found.getByRole('button', { name: 'Nothing is wrong' }).click()
  const dialog = page.getByRole('dialog', { name: `Nothing is wrong: ${title}` })
  await dialog.getByRole('button', { name: 'Nothing is wrong' }).click()
  await expect(page.getByText(`‘${title}’ was checked, and nothing is wrong`)).toBeVisible()

  const buyer = await openPage(`/products/${copy.id}`, { width: 390 })
  await expect(buyer.getByText(NOTICE)).toBeVisible()
  await buyer.goto(`/products/${original.id}`)
  await expect(buyer.getByRole('heading', { name: 'Painted stool' })).toBeVisible()
  await expect(buyer.getByText(NOTICE)).toHaveCount(0)

  const again = await draftWith(seller, 'Painted stool again', photo)
  const form = await openSignedIn(`/edit-product/${again.id}`, { width: 390, person: seller })
  const named = form.getByText('You already listed this:').filter({ visible: true })
  await expect(named).toBeVisible()
  await form.getByRole('tab', { name: 'Images' }).click()
  await expect(named).toBeVisible()
  await expect(form.getByRole('link', { name: 'Painted stool', exact: true })).toHaveAttribute(
    'href',
    `/products/${original.id}`,
  )
})
