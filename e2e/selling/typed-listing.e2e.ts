import type { Page } from '@playwright/test'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { expectNoAxeViolations, expectShown } from '#e2e/page-checks.ts'
import { hydrated } from '#e2e/browser.ts'
import { beginDraft, publishListing } from '#e2e/listings.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
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

/** The browser reports what fails while it is offline, and a refusal that the journey is about. */
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /websocket/i]
const CONFLICT = [/\b409\b/]
/** What a page requests between the end of its session and being loaded anew. */
const ENDED = [/\b401\b/]
/** Photos are prepared when nothing else is to be done. */
test.describe.configure({ timeout: 300_000 })

test('what was typed survives a reload, an ended session and another device', async ({ openSignedIn }) => {
  const email = await newPerson('Kojo Keeps')
  const page = await openSignedIn('/create-product', { email, width: PHONE, expected: ENDED })
  const name = unique('Sewing machine')
  await title(page).fill(name)
  await expectShown(page.getByText('Saved', { exact: true }))
  await page.reload()
  await expectTitle(page, name)

  await page.evaluate(() => localStorage.removeItem('sankofa.session'))
  await page.reload()
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, email)
  await expectTitle(page, name)
  await page.goto('/create-product')
  await hydrated(page)
  await expectShown(page.getByRole('heading', { level: 1, name: 'Continue your draft' }))
  await expectNoAxeViolations(page)

  const other = await openSignedIn('/dashboard', { email, width: 1280 })
  await other.getByRole('link', { name: `Continue: ${name}` }).click()
  await expectTitle(other, name)
})

test('of two browsers that edit one listing the second learns of it, and nothing is lost', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Akosua Twice')
  const seller = await signedIn(email)
  const id = await publishListing(seller, unique('Ceiling fan'))
  const address = `/edit-product/${id}`
  const first = await openSignedIn(address, { email, width: PHONE, expected: CONFLICT })
  const second = await openSignedIn(address, { email, width: 1280 })
  const [mine, theirs] = [unique('Ceiling fan, mine'), unique('Ceiling fan, theirs')]
  await title(first).fill(mine)
  await title(second).fill(theirs)
  await button(second, 'Save changes').click()
  await second.waitForURL('/dashboard')
  await expectShown(second.getByText('Listing saved'))

  await button(first, 'Save changes').click()
  await expectShown(first.getByText('This listing was changed elsewhere meanwhile.'))
  await expectNoAxeViolations(first)
  expect(await title(first).inputValue()).toBe(mine)
  await button(first, 'Load the newer version').click()
  await expectTitle(first, theirs)
  await button(first, 'Show mine again').click()
  expect(await title(first).inputValue()).toBe(mine)

  await first.getByRole('banner').getByRole('link').first().click()
  await expectShown(first.getByRole('dialog', { name: 'Leave without saving?' }))
  await expectNoAxeViolations(first)
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

test('a listing finished without a network is sent later, once, from whatever page is opened', async ({
  openSignedIn,
}) => {
  const email = await newPerson('Yaa Offline')
  const seller = await signedIn(email)
  // The second try learns that the first one came through.
  const page = await openSignedIn('/create-product', {
    email,
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
  await expectShown(page.getByText('Saved on this device'))
  await choosePhotos(page, 'front.jpg', 'back.jpg')
  await expectShown(page.getByRole('img', { name: /^Photo 2 of 2/ }))
  await button(page, 'Publish listing').click()
  await expectShown(page.getByRole('heading', { level: 1, name: 'Waiting for the network' }))
  await expectNoAxeViolations(page)
  await page.close()
  expect(await listingsOf(seller)).toEqual([])

  // The answer to the first try is lost on its way back.
  let publishes = 0
  await context.route('**/publish', async (route) => {
    publishes += 1
    if (publishes > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto('/terms')
  await hydrated(later)
  // The second try may follow within a moment.
  await expectSoon(() => publishes, SLOWLY).toBeGreaterThan(0)
  await later.goto('/')
  await expectShown(later.getByText('Your listing is online'))
  await later.goto('/products')
  await expectShown(later.getByRole('main').getByRole('link', { name }))
  const listings = await listingsOf(seller)
  expect(listings.map((listing) => listing.title)).toEqual([name])
  const product = await seller.call<OwnProduct>('GET', `/api/selling/products/${listings[0]?.id}`)
  expect(product.photos.map(({ fileName }) => fileName)).toEqual(['front.jpg', 'back.jpg'])
})

test('a cancelled draft is saved or deleted, as chosen', async ({ openSignedIn }) => {
  const email = await newPerson('Kwesi Cancels')
  const seller = await signedIn(email)
  const draft = await beginDraft(seller, unique('Old radio'))
  const page = await openSignedIn(`/edit-product/${draft.id}`, { email, width: PHONE })
  await expectTitle(page, draft.form.title)
  await button(page, 'Cancel').click()
  await expectShown(page.getByRole('dialog', { name: 'Keep this draft?' }))
  await button(page, 'Delete draft').click()
  await page.waitForURL('/dashboard')
  await expectShown(page.getByText('No listings yet'))
  const { items } = await seller.call<{ items: unknown[] }>('GET', '/api/selling/products?drafts=yes')
  expect(items).toEqual([])
})
