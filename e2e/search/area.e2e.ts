import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { offerListing } from '#e2e/listings.ts'
import { newPerson, newMember } from '#e2e/people.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const phone = { width: 390 }

const WORD = `Kora${randomUUID().slice(0, 8)}`

test.beforeAll(async () => {
  const seller = await newMember('Esi Lives Around')
  await offerListing(seller, `${WORD} in Adum`, { region: 'Ashanti', location: 'Adum, Kumasi' })
  await offerListing(seller, `${WORD} in Ejisu`, { region: 'Ashanti', location: 'Ejisu' })
  await offerListing(seller, `${WORD} in Tamale`, { region: 'Northern', location: 'Tamale' })
})

const picker = (page: Page) => page.getByRole('dialog', { name: 'Where are you?' })
const card = (page: Page, town: string) =>
  page.getByRole('main').getByRole('link', { name: `${WORD} in ${town}` })

async function chooseKumasi(page: Page, pill: string) {
  await page.getByRole('button', { name: pill }).click()
  await picker(page).getByLabel('Town or suburb').fill('kum')
  await picker(page).getByRole('option', { name: 'Kumasi' }).click()
}

test('A chosen town limits lists, appears on every card and is cleared by a tap', async ({ openPage }) => {
  const page = await openPage(`/products?search=${WORD}`, phone)
  await chooseKumasi(page, 'Near you')
  await expect(picker(page).getByText('Ashanti', { exact: true })).toBeVisible()
  await picker(page).getByRole('button', { name: 'Show nearby listings' }).click()
  await page.waitForURL(`/products?search=${WORD}&near=Kumasi&within=25`)
  await expect(page.getByText('Showing 2 products')).toBeVisible()
  await expect(card(page, 'Adum').getByText(/^1 km · /)).toBeVisible()
  await expect(card(page, 'Ejisu').getByText(/^17 km · /)).toBeVisible()

  await page.getByRole('button', { name: 'Remove Near Kumasi · 25 km' }).click()
  await page.waitForURL(`/products?search=${WORD}`)
  await expect(page.getByText('Showing 3 products')).toBeVisible()
  await page.getByRole('button', { name: 'Near Kumasi · 25 km' }).click()
  await page.waitForURL(/within=25/)

  await card(page, 'Ejisu').click()
  await expect(page.getByRole('main').getByText('17 km away')).toBeVisible()

  await page.goto('/')
  // The form does not know the town before its code loads.
  await hydrated(page)
  await page.getByPlaceholder('Search for products...').fill(WORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`/products?search=${WORD}&near=Kumasi&within=25`)
  await expect(page.getByText('Showing 2 products')).toBeVisible()
})

test('A list with nothing within its radius shows the nearest beyond it with their distance', async ({
  openPage,
}) => {
  const page = await openPage(`/products?search=${WORD}&near=Wa&within=50`, phone)
  await expect(page.getByText('None within 50 km of Wa. These are the nearest.')).toBeVisible()
  await expect(page.getByText('Showing 3 products')).toBeVisible()
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(titles.first()).toHaveText(`${WORD} in Tamale`)
  await expect(card(page, 'Tamale').getByText(/^\d{3} km · /)).toBeVisible()
})

test('The home page has a row of nearby products until the town is cleared', async ({ openPage }) => {
  const page = await openPage('/', phone)
  await chooseKumasi(page, 'Near you')
  await picker(page).getByText('50 km').click()
  await picker(page).getByRole('button', { name: 'Show nearby listings' }).click()
  await expect(page.getByRole('button', { name: 'Near Kumasi · 50 km', exact: true })).toBeVisible()
  const row = page.getByRole('region', { name: 'Near you' })
  await page.getByRole('heading', { name: 'How it works' }).scrollIntoViewIfNeeded()
  await expectSoon(() => row.getByRole('listitem').count()).toBeGreaterThan(0)
  await expect(row.getByRole('link', { name: 'See all' })).toHaveAttribute(
    'href',
    '/products?near=Kumasi&within=50',
  )
  await page.getByRole('button', { name: 'Near Kumasi · 50 km', exact: true }).click()
  await picker(page).getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('button', { name: 'Near you', exact: true })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test("The device's position selects the town around it, which a new listing then has", async ({
  openSignedIn,
}) => {
  const email = await newPerson('Yaw Stands Still')
  const page = await openSignedIn('/products', { ...phone, email })
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 9.41, longitude: -0.84 })
  await page.getByRole('button', { name: 'Near you' }).click()
  await picker(page).getByRole('button', { name: 'Use my location' }).click()
  await expect(picker(page).getByLabel('Town or suburb')).toHaveValue('Tamale')
  await picker(page).getByText('Any distance').click()
  await picker(page).getByRole('button', { name: 'Show nearby listings' }).click()
  await expect(page.getByRole('button', { name: 'Near Tamale', exact: true })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')

  await page.goto('/create-product')
  await expect(page.getByText('In Northern')).toBeVisible()
})

test('The area picker refuses a text that is no town', async ({ openPage }) => {
  const page = await openPage('/products', phone)
  await page.getByRole('button', { name: 'Near you' }).click()
  await picker(page).getByRole('button', { name: 'Show nearby listings' }).click()
  await expect(picker(page).getByText('Choose a town or a region')).toBeVisible()
  await picker(page).getByLabel('Town or suburb').fill('Atlantis')
  await picker(page).getByRole('button', { name: 'Show nearby listings' }).click()
  await expect(picker(page).getByText('Choose a town from the list')).toBeVisible()
  await picker(page).getByLabel('Town or suburb').fill('')
  await picker(page).getByLabel('Region').selectOption('Volta')
  await picker(page).getByRole('button', { name: 'Show nearby listings' }).click()
  await page.waitForURL('/products?region=Volta')
  await expect(page.getByRole('button', { name: 'In Volta', exact: true })).toBeVisible()
})
