import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { changePrice, offerListing, setStatus } from '#e2e/listings.ts'
import { newMember, newPerson } from '#e2e/people.ts'
import { hydrated } from '#e2e/browser.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const width = 390

const heart = (page: Page, title: string) => page.getByRole('button', { name: `Favourite: ${title}` })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const card = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: title })
const searchFor = (word: string) => `/products?search=${encodeURIComponent(word)}`

async function expectPressed(page: Page, title: string): Promise<void> {
  await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true')
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Open menu/ }).click()
}

/** Two listings of one seller, and an interested buyer. */
async function publishTwo() {
  const run = randomUUID().slice(0, 8)
  const seller = await newMember('Kwabena Sells')
  const [drum, mat] = [`Talking drum ${run}`, `Raffia mat ${run}`]
  const [drumId, matId] = [await offerListing(seller, drum), await offerListing(seller, mat)]
  return { run, seller, drum, mat, drumId, matId, buyer: await newMember('Akosua Keeper') }
}

test('Favourites added before signing in appear on another device with their changes', async ({
  openPage,
  openSignedIn,
}) => {
  const { run, seller, drum, mat, drumId, matId, buyer } = await publishTwo()
  const page = await openPage(searchFor(run), { width })
  await heart(page, drum).click()
  await expect(toast(page, 'Added to favourites')).toBeVisible()
  expect(page.url()).toContain('/products?search=')
  await heart(page, mat).focus()
  await page.keyboard.press('Enter')
  await expectPressed(page, mat)
  await page.getByRole('link', { name: 'See favourites' }).first().click()
  await page.waitForURL('/favourites')
  await expect(card(page, drum)).toBeVisible()
  await expect(card(page, mat)).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(card(page, mat)).toBeVisible()

  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await logIn(page, buyer.email)
  await page.waitForURL('/favourites')
  await expect(card(page, drum)).toBeVisible()
  await expectSoon(() => page.evaluate(() => localStorage.getItem('sankofa.favourites'))).toBe('[]')

  const other = await openSignedIn(searchFor(run), { person: buyer, width })
  await expectPressed(other, drum)
  await expectPressed(other, mat)
  await openMenu(other)
  await other.getByRole('link', { name: 'Favourites', exact: true }).click()
  await other.waitForURL('/favourites')
  await changePrice(seller, drumId, '400.00')
  await setStatus(seller, matId, { status: 'sold' })
  // This arrives by the live socket.
  await expect(card(other, drum).getByText('Price drop')).toBeVisible()
  await expect(card(other, mat).getByText('Sold', { exact: true })).toBeVisible()
  await other.reload()
  await hydrated(other)
  await expect(card(other, drum).getByText('GH₵480.50')).toBeVisible()

  await other.goto('/notifications-page')
  await expect(other.getByText(`Price drop: "${drum}" is now GH₵400.00 (it was GH₵480.50)`)).toBeVisible()
  await expect(other.getByText(`"${mat}" from your favourites is sold`)).toBeVisible()
})

test('A removed favourite disappears in every tab', async ({ openSignedIn }) => {
  const { drum, mat, drumId, matId, buyer } = await publishTwo()
  for (const id of [drumId, matId]) await buyer.call('PUT', `/api/favourites/${id}`)
  const page = await openSignedIn('/favourites', { person: buyer, width })
  const other = await page.context().newPage()
  await other.goto(`/products/${matId}`)
  const ownHeart = other.getByRole('button', { name: 'Favourite', exact: true })
  await expect(ownHeart).toHaveAttribute('aria-pressed', 'true')
  await heart(page, mat).click()
  await card(page, mat).waitFor({ state: 'detached' })
  await expect(ownHeart).toHaveAttribute('aria-pressed', 'false')
  await expect(heart(page, drum)).toBeFocused()
  await heart(page, drum).click()
  await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
})

test('A saved search notifies of a new listing', async ({ openPage }) => {
  const word = `Balafon${randomUUID().slice(0, 8)}`
  const seller = await newMember('Kwabena Sells')
  const page = await openPage(searchFor(word), { width })
  await page.getByRole('button', { name: 'Tell me when there is one' }).click()
  await expect(toast(page, 'Login required')).toBeVisible()
  await logIn(page, await newPerson('Akosua Seeks'))
  await page.waitForURL(searchFor(word))
  await page.getByRole('button', { name: 'Tell me when there is one' }).click()
  await expect(toast(page, 'Search saved')).toBeVisible()
  await offerListing(seller, `${word} of wood`)

  await page.goto('/notifications-page')
  await expect(page.getByText(`New for your saved search: "${word} of wood"`)).toBeVisible()
  await page.goto(`${searchFor(word)}&region=Ashanti`)
  await hydrated(page)
  await expect(page.getByRole('button', { name: 'Save search' })).toBeVisible()
  await openMenu(page)
  await page.getByRole('link', { name: 'Saved searches' }).click()
  await page.waitForURL('/saved-searches')
  await page.getByLabel('Tell me').selectOption('Once a day')
  await expect(toast(page, 'Alert changed')).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(page.getByLabel('Tell me')).toBeVisible()
  await expect(page.getByLabel('Tell me')).toHaveValue('daily')
  await page.getByRole('link', { name: `“${word}”` }).click()
  await expect(page.getByRole('link', { name: 'Saved searches' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible()
})
