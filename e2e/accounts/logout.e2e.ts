import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/journey.ts'
import { offerListing } from '#e2e/listings.ts'
import { newPerson, newMember } from '#e2e/people.ts'

/** Lets nothing of an address through until it is released. */
async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const PERSONAL = ['/api/favourites', '/api/saved-search-matches']

test('what is drawn while somebody logs out requests nothing in their name', async ({ openSignedIn }) => {
  const title = 'Basket with a lid'
  const productId = await offerListing(await newMember('Afua Weaves'), title)
  const email = await newPerson('Afia Leaves')
  const page = await openSignedIn(`/products/${productId}`, { email, width: 1280 })
  await page.waitForFunction(() => localStorage.getItem('sankofa.recently-viewed'))
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))

  const releaseRows = await hold(page, /\/assets\/OnHome-/)
  const releaseLogout = await hold(page, '/api/auth/logout')
  await page.getByRole('banner').getByRole('link', { name: 'Sankofa' }).click()
  await page.waitForURL('/')
  const logout = page.waitForRequest('/api/auth/logout')
  const rows = page.waitForRequest(/\/assets\/OnHome-/)
  await page.getByRole('heading', { name: 'How it works' }).scrollIntoViewIfNeeded()
  await rows
  await page.getByRole('button', { name: 'My Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await logout
  releaseRows()
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeVisible()
  releaseLogout()
  await page.waitForURL('/auth/login')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  expect(sent.filter((path) => PERSONAL.includes(path))).toEqual([])
})
