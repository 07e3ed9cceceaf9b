import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { expectNoAxeViolations, expectShown, expectSoundPage, expectSoundLook } from '#e2e/page-checks.ts'
import { publishListing, setStatus } from '#e2e/listings.ts'
import { type Person, newPerson, signedIn } from '#e2e/people.ts'
import { hydrated } from '#e2e/browser.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const width = 390
const RUN = randomUUID().slice(0, 8)

/** A fresh page has to load what signed-in people need, then requests them from the server. */
const SOON = { timeout: 15_000 }

const heart = (page: Page, title: string) => page.getByRole('button', { name: `Favourite: ${title}` })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const card = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: title })
const searchFor = (word: string) => `/products?search=${encodeURIComponent(word)}`

async function isPressed(page: Page, title: string): Promise<void> {
  await expectSoon(() => heart(page, title).getAttribute('aria-pressed'), SOON).toBe('true')
}

async function lowerPrice(seller: Person, id: string, price: string): Promise<void> {
  const { form, version } = await seller.call<OwnProduct>('GET', `/api/selling/products/${id}`)
  await seller.call('PUT', `/api/selling/products/${id}`, { version, form: { ...form, price } })
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Open menu/ }).click()
}

const [drum, mat] = [`Talking drum ${RUN}`, `Raffia mat ${RUN}`]
let seller: Person
let drumId: string
let matId: string
let buyerEmail: string

test.beforeAll(async () => {
  seller = await signedIn(await newPerson('Kwabena Sells'))
  drumId = await publishListing(seller, drum)
  matId = await publishListing(seller, mat)
  buyerEmail = await newPerson('Akosua Keeper')
})

test('two are added by their hearts before signing in, and listed on one page', async ({ openPage }) => {
  const page = await openPage(searchFor(RUN), { width })
  await heart(page, drum).click()
  await expectShown(toast(page, 'Added to favourites'))
  await expectNoAxeViolations(page)
  expect(page.url()).toContain('/products?search=')
  await heart(page, mat).focus()
  await page.keyboard.press('Enter')
  await isPressed(page, mat)
  await page.getByRole('link', { name: 'See favourites' }).first().click()
  await page.waitForURL('/favourites')
  await expectShown(card(page, drum))
  await expectShown(card(page, mat))
  await page.reload()
  await hydrated(page)
  await expectShown(card(page, mat))
  await expectSoundPage(page)

  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await logIn(page, buyerEmail)
  await page.waitForURL('/favourites')
  await expectShown(card(page, drum))
  await expectSoon(() => page.evaluate(() => localStorage.getItem('sankofa.favourites')), SOON).toBe('[]')
})

test('they are there on another device, with what became of them', async ({ openSignedIn }) => {
  const page = await openSignedIn(searchFor(RUN), { email: buyerEmail, width })
  await isPressed(page, drum)
  await isPressed(page, mat)
  await expectSoundPage(page)
  await openMenu(page)
  await page.getByRole('link', { name: 'Favourites', exact: true }).click()
  await page.waitForURL('/favourites')
  await expectShown(card(page, drum))
  await lowerPrice(seller, drumId, '400.00')
  await setStatus(seller, matId, { status: 'sold' })
  // By the live socket.
  await expectShown(card(page, drum).getByText('Price drop'))
  await expectShown(card(page, mat).getByText('Sold', { exact: true }))
  await page.reload()
  await hydrated(page)
  await expectShown(card(page, drum).getByText('GH₵480.50'))
  await expectSoundPage(page)

  await page.goto('/notifications-page')
  await expectShown(page.getByText(`Price drop: "${drum}" is now GH₵400.00 (it was GH₵480.50)`))
  await expectShown(page.getByText(`"${mat}" from your favourites is sold`))
})

test('one is removed, and every tab knows', async ({ openSignedIn }) => {
  const page = await openSignedIn('/favourites', { email: buyerEmail, width })
  const other = await page.context().newPage()
  await other.goto(`/products/${matId}`)
  const ownHeart = other.getByRole('button', { name: 'Favourite', exact: true })
  await expectSoon(() => ownHeart.getAttribute('aria-pressed'), SOON).toBe('true')
  await heart(page, mat).click()
  await card(page, mat).waitFor({ state: 'detached' })
  await expectSoon(() => ownHeart.getAttribute('aria-pressed'), SOON).toBe('false')
  await expectSoon(() => heart(page, drum).evaluate((it) => it === document.activeElement), SOON).toBe(true)
  await heart(page, drum).click()
  await expectShown(page.getByRole('heading', { name: 'No favourites yet' }))
  await expectNoAxeViolations(page)
})

test('a saved search notifies of a new listing', async ({ openPage }) => {
  const word = `Balafon${randomUUID().slice(0, 8)}`
  const page = await openPage(searchFor(word), { width })
  await page.getByRole('button', { name: 'Tell me when there is one' }).click()
  await expectShown(toast(page, 'Login required'))
  await logIn(page, buyerEmail)
  await page.waitForURL(searchFor(word))
  await page.getByRole('button', { name: 'Tell me when there is one' }).click()
  await expectShown(toast(page, 'Search saved'))
  // On so short a page the footer moves when it comes, a second after the login.
  await expectSoundLook(page)
  await publishListing(seller, `${word} of wood`)

  await page.goto('/notifications-page')
  await expectShown(page.getByText(`New for your saved search: "${word} of wood"`))
  await page.goto(`${searchFor(word)}&region=Ashanti`)
  await hydrated(page)
  await expectShown(page.getByRole('button', { name: 'Save search' }))
  await expectSoundPage(page)
  await openMenu(page)
  await page.getByRole('link', { name: 'Saved searches' }).click()
  await page.waitForURL('/saved-searches')
  await page.getByLabel('Tell me').selectOption('Once a day')
  await expectShown(toast(page, 'Alert changed'))
  await page.reload()
  await hydrated(page)
  await expectShown(page.getByLabel('Tell me'))
  expect(await page.getByLabel('Tell me').inputValue()).toBe('daily')
  await expectSoundPage(page)
  await page.getByRole('link', { name: `“${word}”` }).click()
  await expectShown(page.getByRole('link', { name: 'Saved searches' }))
  await page.goBack()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expectShown(page.getByRole('heading', { name: 'No saved searches yet' }))
})
