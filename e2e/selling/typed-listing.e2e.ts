import type { Page } from '@playwright/test'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { hydrated } from '#e2e/browser.ts'
import { offerListing } from '#e2e/listings.ts'
import { newPerson, newMember } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import {
  PHONE,
  SLOWLY,
  button,
  title,
  expectTitle,
  unique,
  listingsOf,
  fillIn,
  choosePhotos,
} from '#e2e/listing-form.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

/** The browser logs failures while it is offline, and the refusal that the journey causes. */
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /websocket/i]
const CONFLICT = [/\b409\b/]
/** Requests of a page between the end of its session and the reload. */
const ENDED = [/\b401\b/]
/** The server prepares photos at low priority. */
test.describe.configure({ timeout: 300_000 })

test('A typed listing survives a reload, an ended session and another device', async ({ openSignedIn }) => {
  const email = await newPerson('Kojo Keeps')
  const page = await openSignedIn('/create-product', { email, width: PHONE, expected: ENDED })
  const name = unique('Sewing machine')
  await title(page).fill(name)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expectTitle(page, name)

  await page.evaluate(() => localStorage.removeItem('sankofa.session'))
  await page.reload()
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, email)
  await expectTitle(page, name)
  await page.goto('/create-product')
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Continue your draft' })).toBeVisible()

  const other = await openSignedIn('/dashboard', { email, width: 1280 })
  await other.getByRole('link', { name: `Continue: ${name}` }).click()
  await expectTitle(other, name)
})

test('The second of two browsers that edit one listing learns of the conflict and loses nothing', async ({
  openSignedIn,
}) => {
  const seller = await newMember('Akosua Twice')
  const id = await offerListing(seller, unique('Ceiling fan'))
  const address = `/edit-product/${id}`
  const first = await openSignedIn(address, { person: seller, width: PHONE, expected: CONFLICT })
  const second = await openSignedIn(address, { person: seller, width: 1280 })
  const [mine, theirs] = [unique('Ceiling fan, mine'), unique('Ceiling fan, theirs')]
  await title(first).fill(mine)
  await title(second).fill(theirs)
  await button(second, 'Save changes').click()
  await second.waitForURL('/dashboard')
  await expect(second.getByText('Listing saved')).toBeVisible()

  await button(first, 'Save changes').click()
  await expect(first.getByText('This listing was changed in another tab or on another device.')).toBeVisible()
  await expect(title(first)).toHaveValue(mine)
  await button(first, 'Use the newer version').click()
  await expectTitle(first, theirs)
  await button(first, 'Use my version').click()
  await expect(title(first)).toHaveValue(mine)

  await first.getByRole('banner').getByRole('link').first().click()
  await expect(first.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await button(first, 'Stay here').click()
  await button(first, 'Save changes').click()
  await first.waitForURL('/dashboard')
  expect((await listingsOf(seller)).map((listing) => listing.title)).toEqual([mine])
})

/** Waits until the worker can open the form without a network. */
async function untilStored(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await expectSoon(() =>
    page.evaluate(async () => (await caches.match('/create-product')) !== undefined),
  ).toBe(true)
}

test('A listing finished without a network is sent once, later, from any page', async ({ openSignedIn }) => {
  const seller = await newMember('Yaa Offline')
  // The second attempt finds that the first one succeeded.
  const page = await openSignedIn('/create-product', {
    person: seller,
    width: PHONE,
    worker: true,
    expected: [...OFFLINE, ...CONFLICT],
  })
  await title(page).waitFor()
  await untilStored(page)
  const context = page.context()
  await context.setOffline(true)
  await page.reload()
  await hydrated(page)
  const name = unique('Gas cooker')
  await fillIn(page, name)
  await expect(page.getByText('Saved on this device')).toBeVisible()
  await choosePhotos(page, 'front.jpg', 'back.jpg')
  await expect(page.getByRole('img', { name: /^Photo 2 of 2/ })).toBeVisible()
  await button(page, 'Publish listing').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for the network' })).toBeVisible()
  await page.close()
  expect(await listingsOf(seller)).toEqual([])

  // The answer to the first attempt is lost on its way back.
  let publishes = 0
  const isHome = Promise.withResolvers<void>()
  await context.route('**/publish', async (route) => {
    publishes += 1
    if (publishes === 1) {
      await route.fetch()
      return route.abort()
    }
    await isHome.promise
    // The page that sent the second attempt may have been left.
    await route.continue().catch(() => undefined)
  })
  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto('/terms')
  await hydrated(later)
  await expectSoon(() => publishes, SLOWLY).toBeGreaterThan(0)
  await later.goto('/')
  isHome.resolve()
  await expect(later.getByText('Your listing is online')).toBeVisible()
  await later.goto('/products')
  await expect(later.getByRole('main').getByRole('link', { name })).toBeVisible()
  const listings = await listingsOf(seller)
  expect(listings.map((listing) => listing.title)).toEqual([name])
  const product = await seller.call<OwnProduct>('GET', `/api/selling/products/${listings[0]?.id}`)
  expect(product.photos.map(({ fileName }) => fileName)).toEqual(['front.jpg', 'back.jpg'])
})
