import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { OwnProduct, OwnProductCard } from '#contract/selling/selling.ts'
import { expectNoAxeViolations, expectShown, expectSoundPage } from '#e2e/page-checks.ts'
import { hydrated } from '#e2e/browser.ts'
import { countEffort, writtenEffort } from '#e2e/effort.ts'
import { beginDraft, publishListing } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { type Person, newPerson, signedIn } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const PHONE = 390
/** The browser reports what fails while it is offline, and a refusal that the journey is about. */
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /websocket/i]
const CONFLICT = [/\b409\b/]
/** Photos are prepared when nothing else is to be done. */
const SLOWLY = { timeout: 120_000 }
test.describe.configure({ timeout: 300_000 })

const photoFile = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page) => page.getByLabel('Title', { exact: true })
/** What stands in the title once the form is there. */
async function expectTitle(page: Page, text: string): Promise<void> {
  await expectSoon(() => title(page).inputValue(), { timeout: 20_000 }).toBe(text)
}
const isFocused = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement)
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`

async function listingsOf(person: Person): Promise<OwnProductCard[]> {
  const { items } = await person.call<{ items: OwnProductCard[] }>('GET', '/api/selling/products')
  return items
}

async function fillIn(page: Page, name: string): Promise<void> {
  await title(page).fill(name)
  await page.getByLabel('Category').selectOption('other')
  await page.getByLabel('Price in').fill('1,250')
  await page.getByLabel('Region').selectOption('Ashanti')
}

async function choosePhotos(page: Page, ...names: string[]): Promise<void> {
  await tab(page, 'Images').click()
  const files = names.map((name, index) => photoFile(name, `hsl(${index * 90}, 60%, 50%)`))
  const photos = page.getByRole('region', { name: 'Photos of this listing' })
  await photos.getByLabel('Photo files').setInputFiles(await Promise.all(files))
}

test('listing begins with a login, and goes on with a phone by a template and three photos', async ({
  openPage,
}) => {
  const email = await newPerson('Adwoa Lists')
  const page = await openPage('/create-product', { width: PHONE })
  await expectShown(page.getByRole('heading', { level: 1, name: 'Authentication required' }))
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, email)
  await page.waitForURL('/create-product')

  await tab(page, 'Templates').click()
  await page.getByRole('button', { name: /^Smartphone/ }).click()
  expect(await isFocused(page, 'Title')).toBe(true)
  const name = unique('Samsung Galaxy A54')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Category').inputValue()).toBe('mobile')
  await page.getByLabel('Price in').fill('2,850.50')
  await page.getByLabel('Region').selectOption('Greater Accra')
  await page.getByLabel('Town or area').fill('Osu, Accra')
  // The title says what it is, and the seller may say otherwise.
  await expectSoon(() => page.getByLabel('Brand').inputValue()).toBe('Samsung')
  expect(await page.getByLabel('Model').inputValue()).toBe('Galaxy A54')
  await page.getByLabel('Storage').selectOption('128 GB')
  await page.getByLabel('RAM').selectOption('6 GB')
  await page.getByLabel('Detail 1 value').fill('Both, original')
  const description = page.getByLabel('Description')
  const prompts = await description.inputValue()
  await description.fill(
    prompts.replace('Screen and back: ', 'Screen and back: a scratch at the corner, else like new'),
  )
  await expectNoAxeViolations(page)
  await choosePhotos(page, 'front.jpg', 'back.jpg', 'box.jpg')
  await expectShown(page.getByText('4 of 4'))
  await button(page, 'Publish listing').click()

  await page.waitForURL('/products')
  await expectShown(page.getByText('Your listing is online'))
  const card = page.getByRole('main').getByRole('link', { name })
  await expectShown(card)
  await expectShown(card.getByText('GH₵2,850.50'))
  await page.reload()
  await expectShown(page.getByRole('main').getByRole('link', { name }))

  await card.click()
  await expectShown(page.getByRole('heading', { level: 1, name }))
  await expectShown(page.getByText('Galaxy A54', { exact: true }))
  await expectShown(page.getByText('128 GB', { exact: true }))
  await expectShown(page.getByText('Both, original'))
  await expectShown(page.getByText('Osu, Accra').first())
  await expectShown(page.getByText('a scratch at the corner'))
  // What was left open is left out.
  expect(await page.getByText('Repairs or parts changed').count()).toBe(0)
  expect(await page.getByText('Battery health').count()).toBe(0)
})

/** Of the phone's own picker: three pictures, and 'Done'. */
const PICKER_TAPS = 4

test('what went online may be shared, and the next one takes ten taps', async ({ openSignedIn }) => {
  const page = await openSignedIn('/create-product', { email: await newPerson('Afua Taps'), width: PHONE })
  const first = unique('Wooden stool')
  await fillIn(page, first)
  await choosePhotos(page, 'stool.jpg')
  await button(page, 'Publish listing').click()
  await page.waitForURL('/products')
  const published = page.getByRole('region', { name: 'Buyers can see it now' })
  const share = await published.getByRole('link', { name: 'Share to WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(share ?? '')).toContain(`https://wa.me/?text=${first}, GH₵1,250.00, Ashanti http`)
  await expectNoAxeViolations(page)
  await expectShown(button(page, 'Dismiss'))
  const download = page.waitForEvent('download')
  await published.getByRole('button', { name: 'Status picture' }).click()
  expect((await download).suggestedFilename()).toBe('status.jpg')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await published.getByRole('button', { name: 'Copy link' }).click()
  await expectShown(page.getByText('Link copied'))

  const effort = countEffort(page)
  const { tap, type } = effort
  await tap(published.getByRole('link', { name: 'List another' }))
  expect(await page.getByLabel('Region').inputValue()).toBe('Ashanti')
  const tray = page.getByRole('region', { name: 'Photos', exact: true })
  const picker = page.waitForEvent('filechooser')
  await tap(tray.getByRole('button', { name: 'Add photos' }))
  const files = ['front.jpg', 'back.jpg', 'side.jpg'].map((name, index) =>
    photoFile(name, `hsl(${index * 90}, 50%, 40%)`),
  )
  await (await picker).setFiles(await Promise.all(files))
  effort.tapElsewhere(PICKER_TAPS)
  const name = unique('iPhone 12 128GB')
  await tap(title(page))
  await type(name)
  await tap(button(page, 'Phones & Tablets'))
  expect(await page.getByLabel('Storage').inputValue()).toBe('128 GB')
  await expectShown(tray.getByText('3 of 5'))
  await expectNoAxeViolations(page)
  await tap(page.getByLabel('Price in'))
  await type('1900')
  await tap(button(page, 'Publish listing'))
  expect(effort.counted()).toEqual(writtenEffort('list a thing with three photos, not for the first time'))

  await page.waitForURL('/products', SLOWLY)
  await expectShown(published.getByText(name))
  await published.getByRole('link', { name: 'View listing' }).click()
  await expectShown(page.getByRole('heading', { level: 1, name }))
})

test('what is wrong is said, and the first wrong field has the focus, also from another tab', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn('/create-product', { email: await newPerson('Efua Errs'), width: PHONE })
  await title(page).fill('ab')
  await tab(page, 'Bulk Upload').click()
  await button(page, 'Publish listing').click()
  await expectShown(page.getByText('Title too short'))
  await expectShown(page.getByText('Choose category').last())
  await expectShown(page.getByText('Please fix the errors'))
  await expectSoon(() => isFocused(page, 'Title')).toBe(true)
  await expectNoAxeViolations(page)
  await fillIn(page, unique('Wooden bed'))
  await button(page, 'Publish listing').click()
  await expectShown(page.getByText('Add at least 1 image'))
  expect(await tab(page, 'Images').getAttribute('aria-selected')).toBe('true')
})

test('what was typed survives a reload, an ended session and another device', async ({ openSignedIn }) => {
  const email = await newPerson('Kojo Keeps')
  const page = await openSignedIn('/create-product', { email, width: PHONE })
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

test('every tab is sound', async ({ openSignedIn }) => {
  const email = await newPerson('Abla Looks')
  const seller = await signedIn(email)
  const draft = await beginDraft(seller, unique('Bookshelf'))
  const page = await openSignedIn(`/edit-product/${draft.id}`, { email, width: PHONE })
  for (const name of ['Basic Info', 'Images', 'Templates', 'Bulk Upload']) {
    await page.reload()
    await hydrated(page)
    await title(page).waitFor({ state: 'attached' })
    await tab(page, name).click()
    await expectSoundPage(page)
  }
})

test('the listing of somebody else is not found', async ({ openSignedIn }) => {
  const seller = await signedIn(await newPerson('Esi Owns'))
  const id = await publishListing(seller, unique('Standing fan'))
  const page = await openSignedIn(`/edit-product/${id}`, {
    email: await newPerson('Nii Stranger'),
    width: PHONE,
    expected: [/404/],
  })
  await expectShown(page.getByRole('heading', { level: 1, name: 'Product not found' }))
  expect((await fetch(`${marketUrl}/edit-product/${id}`)).status).toBe(200)
})
