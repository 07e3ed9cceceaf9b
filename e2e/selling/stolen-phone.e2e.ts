import { randomInt } from 'node:crypto'
import { isImei } from '#contract/imei/imei-digits.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { hydrated } from '#e2e/browser.ts'
import { offerListing } from '#e2e/listings.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { expect, test } from '#e2e/journey.ts'

/** A number that no other run of this journey uses. */
function newImei(): string {
  const digits = `35${String(randomInt(1e12)).padStart(12, '0')}`
  const found = [...'0123456789'].map((check) => digits + check).find(isImei)
  if (found === undefined) throw new Error('No check digit is valid')
  return found
}

test('An owner registers a stolen phone, and a buyer checks it', async ({ openSignedIn }) => {
  const [owner, seller, buyer] = await Promise.all(
    ['Akosua Lost It', 'Kofi Sells Phones', 'Esi Buys A Phone'].map(newPerson),
  )
  if (!owner || !seller || !buyer) throw new Error('Three people are needed')
  const [stolen, honest] = [newImei(), newImei()]

  const atOwner = await openSignedIn('/stolen-phones', { width: 390, email: owner })
  await atOwner.getByLabel('IMEI of your phone').fill(stolen)
  await atOwner.getByLabel('Number of the police report').fill('Osu 112/26')
  await atOwner.getByRole('button', { name: 'Report as stolen' }).click()
  await expect(atOwner.getByText('Your report is saved.')).toBeVisible()
  await expect(atOwner.getByText('Police report Osu 112/26')).toBeVisible()

  const list = async (email: string, title: string, imei: string) => {
    const person = await signedIn(email)
    const id = await offerListing(person, title, { category: 'mobile' })
    await person.call('PUT', `/api/selling/products/${id}/imei`, { imei })
    return person.call<OwnProduct>('GET', `/api/selling/products/${id}`)
  }
  const shown = await list(seller, 'Phone with its box', honest)
  expect(shown.status).toBe('available')

  const page = await openSignedIn(`/products/${shown.id}`, { width: 390, email: buyer })
  await page.getByRole('link', { name: 'Check the IMEI of this phone' }).click()
  await page.waitForURL(`/stolen-phones?product=${shown.id}`)
  await hydrated(page)
  const check = async (imei: string, answer: string) => {
    await page.getByLabel('IMEI of the phone in your hand').fill(imei)
    await page.getByRole('button', { name: 'Check phone' }).click()
    await expect(page.getByText(answer)).toBeVisible()
  }
  await check('123', 'This is not an IMEI.')
  await check(honest, 'This is the phone in the listing, and nobody has reported it stolen here.')
  await check(newImei(), 'This is not the phone in the listing.')
  await check(stolen, 'Somebody reported a phone with this number stolen.')

  await atOwner.getByRole('button', { name: 'I have it back' }).click()
  await expect(atOwner.getByText('Police report Osu 112/26')).toHaveCount(0)
  await check(stolen, 'This is not the phone in the listing.')
})
