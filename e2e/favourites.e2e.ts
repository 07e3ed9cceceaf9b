import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OwnProduct } from '#contract/selling.ts'
import { hydrated, openPage } from './browser.ts'
import { newPerson } from './new-person.ts'
import { expectNoAxeViolations, expectShown, expectSoundPage, expectSoundLook } from './page-checks.ts'
import { type Person, publishListing, signedIn } from './seller.ts'
import { logIn, openSignedIn } from './sign-in.ts'

const RUN = randomUUID().slice(0, 8)
const VIEWS = [
  { width: 390, email: 'kwabena.darko@example.com' },
  { width: 1280, email: 'gifty.amponsah@example.com' },
]

/** A fresh page has to load what signed-in people need, then asks the server. */
const SOON = { timeout: 15_000 }

const heart = (page: Page, title: string) => page.getByRole('button', { name: `Favourite: ${title}` })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const card = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: title })
const searchFor = (word: string) => `/products?search=${encodeURIComponent(word)}`

async function isPressed(page: Page, title: string): Promise<void> {
  await expect.poll(() => heart(page, title).getAttribute('aria-pressed'), SOON).toBe('true')
}

async function lowerPrice(seller: Person, id: string, price: string): Promise<void> {
  const { form, version } = await seller.call<OwnProduct>('GET', `/api/selling/products/${id}`)
  await seller.call('PUT', `/api/selling/products/${id}`, { version, form: { ...form, price } })
}

async function openMenu(page: Page, width: number): Promise<void> {
  await page.getByRole('button', { name: width < 768 ? /^Open menu/ : 'My Account' }).click()
}

describe.each(VIEWS)('what people keep, at $width px', ({ width, email }) => {
  const [drum, mat] = [`Talking drum ${RUN} ${width}`, `Raffia mat ${RUN} ${width}`]
  let seller: Person
  let drumId: string
  let matId: string
  let buyerEmail: string

  beforeAll(async () => {
    seller = await signedIn(email)
    drumId = await publishListing(seller, drum)
    matId = await publishListing(seller, mat)
    buyerEmail = await newPerson('Akosua Keeper')
  })

  test('a visitor keeps two by their hearts, and sees them on one page', async () => {
    const page = await openPage(searchFor(`${RUN} ${width}`), { width })
    await heart(page, drum).click()
    await expectShown(toast(page, 'Added to favourites'))
    expect(page.url()).toContain('/products?search=')
    await heart(page, mat).focus()
    await page.keyboard.press('Enter')
    await isPressed(page, mat)
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'See favourites' }).first().click()
    await page.waitForURL('/favourites')
    await expectShown(card(page, drum))
    await expectShown(card(page, mat))
    await page.reload()
    await hydrated(page)
    await expectShown(card(page, mat))
    await expectSoundPage(page, `favourites of a visitor ${width}`)

    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await logIn(page, buyerEmail)
    await page.waitForURL('/favourites')
    await expectShown(card(page, drum))
    await expect.poll(() => page.evaluate(() => localStorage.getItem('sankofa.favourites')), SOON).toBe('[]')
  })

  test('they are there on another device, with what became of them', async () => {
    const page = await openSignedIn(searchFor(`${RUN} ${width}`), { email: buyerEmail, width })
    await isPressed(page, drum)
    await isPressed(page, mat)
    await expectSoundPage(page, `cards with hearts ${width}`)
    await openMenu(page, width)
    await page.getByRole('link', { name: 'Favourites', exact: true }).click()
    await page.waitForURL('/favourites')
    await expectShown(card(page, drum))
    await lowerPrice(seller, drumId, '400.00')
    await seller.call('PUT', `/api/selling/products/${matId}/status`, { status: 'sold' })
    // Told by the live socket.
    await expectShown(card(page, drum).getByText('Price drop'))
    await expectShown(card(page, mat).getByText('Sold', { exact: true }))
    await page.reload()
    await hydrated(page)
    await expectShown(card(page, drum).getByText('GH₵480.50'))
    await expectSoundPage(page, `favourites ${width}`)

    await page.goto('/notifications-page')
    await expectShown(page.getByText(`Price drop: "${drum}" is now GH₵400.00 (it was GH₵480.50)`))
    await expectShown(page.getByText(`"${mat}" from your favourites is sold`))
  })

  test('one is removed, and every tab knows', async () => {
    const page = await openSignedIn('/favourites', { email: buyerEmail, width })
    const other = await page.context().newPage()
    await other.goto(`/products/${matId}`)
    const ownHeart = other.getByRole('button', { name: 'Favourite', exact: true })
    await expect.poll(() => ownHeart.getAttribute('aria-pressed'), SOON).toBe('true')
    await heart(page, mat).click()
    await card(page, mat).waitFor({ state: 'detached' })
    await expect.poll(() => ownHeart.getAttribute('aria-pressed'), SOON).toBe('false')
    await expect
      .poll(() => heart(page, drum).evaluate((it) => it === document.activeElement), SOON)
      .toBe(true)
    await heart(page, drum).click()
    await expectShown(page.getByRole('heading', { name: 'No favourites yet' }))
    await expectNoAxeViolations(page)
  })

  test('a saved search tells of a new listing', async () => {
    const word = `Balafon${randomUUID().slice(0, 8)}`
    const page = await openPage(searchFor(word), { width })
    await page.getByRole('button', { name: 'Tell me when there is one' }).click()
    await expectShown(toast(page, 'Login required'))
    await logIn(page, buyerEmail)
    await page.waitForURL(searchFor(word))
    await page.getByRole('button', { name: 'Tell me when there is one' }).click()
    await expectShown(toast(page, 'Search saved'))
    // On so short a page the footer moves when it comes, a second after the login.
    await expectSoundLook(page, `nothing found, saved ${width}`)
    await publishListing(seller, `${word} of wood`)

    await page.goto('/notifications-page')
    await expectShown(page.getByText(`New for your saved search: "${word} of wood"`))
    await page.goto(`${searchFor(word)}&region=Ashanti`)
    await hydrated(page)
    await expectShown(page.getByRole('button', { name: 'Save search' }))
    await expectSoundPage(page, `found, not saved ${width}`)
    await openMenu(page, width)
    await page.getByRole('link', { name: 'Saved searches' }).click()
    await page.waitForURL('/saved-searches')
    await page.getByLabel('Tell me').selectOption('Once a day')
    await expectShown(toast(page, 'Alert changed'))
    await page.reload()
    await hydrated(page)
    await expectShown(page.getByLabel('Tell me'))
    expect(await page.getByLabel('Tell me').inputValue()).toBe('daily')
    await expectSoundPage(page, `saved searches ${width}`)
    await page.getByRole('link', { name: `“${word}”` }).click()
    await expectShown(page.getByRole('link', { name: 'Saved searches' }))
    await page.goBack()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await expectShown(page.getByRole('heading', { name: 'No saved searches yet' }))
  })
})
