import type { Page } from '@playwright/test'
import { countEffort, documentedEffort } from '#e2e/effort.ts'
import { newPerson, newMember } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import {
  PHONE,
  SLOWLY,
  photoFile,
  tab,
  button,
  title,
  unique,
  condition,
  fillIn,
  choosePhotos,
} from '#e2e/listing-form.ts'
import { expect, test } from '#e2e/journey.ts'

/** The server prepares photos at low priority. */
test.describe.configure({ timeout: 300_000 })

test('A person logs in to list a phone with a template and three photos', async ({ openPage }) => {
  const email = await newPerson('Adwoa Lists')
  const page = await openPage('/create-product', { width: PHONE })
  await expect(page.getByRole('heading', { level: 1, name: 'Authentication required' })).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, email)
  await page.waitForURL('/create-product')

  await tab(page, 'Templates').click()
  await page.getByRole('button', { name: /^Smartphone/ }).click()
  await expect(title(page)).toBeFocused()
  const name = unique('Samsung Galaxy A54')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Category')).toHaveValue('mobile')
  await page.getByLabel('Price in').fill('2,850.50')
  await page.getByLabel('Town or area').fill('Osu, Accra')
  await expect(page.getByText('In Greater Accra')).toBeVisible()
  // The title suggests the values, and the seller may change them.
  await expect(page.getByLabel('Brand')).toHaveValue('Samsung')
  await expect(page.getByLabel('Model')).toHaveValue('Galaxy A54')
  await page.getByLabel('Storage').selectOption('128 GB')
  await page.getByLabel('RAM').selectOption('6 GB')
  await page.getByLabel('Detail 1 value').fill('Both, original')
  const description = page.getByLabel('Description')
  const prompts = await description.inputValue()
  await description.fill(
    prompts.replace('Screen and back: ', 'Screen and back: a scratch at the corner, else like new'),
  )
  await choosePhotos(page, 'front.jpg', 'back.jpg', 'box.jpg')
  await expect(page.getByText('4 of 4')).toBeVisible()
  await button(page, 'Publish listing').click()

  await page.waitForURL('/products')
  await expect(page.getByText('Your listing is online')).toBeVisible()
  const card = page.getByRole('main').getByRole('link', { name })
  await expect(card).toBeVisible()
  await expect(card.getByText('GH₵2,850.50')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()

  await card.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Galaxy A54', { exact: true })).toBeVisible()
  await expect(page.getByText('128 GB', { exact: true })).toBeVisible()
  await expect(page.getByText('Both, original')).toBeVisible()
  await expect(page.getByText('Osu, Accra').first()).toBeVisible()
  await expect(page.getByText('a scratch at the corner')).toBeVisible()
  // Details that were left empty are omitted.
  await expect(page.getByText('Repairs or parts changed')).toHaveCount(0)
  await expect(page.getByText('Battery health')).toHaveCount(0)
})

/** Taps in the phone's own picker: three pictures and 'Done'. */
const PICKER_TAPS = 4

const tray = (page: Page) => page.getByRole('region', { name: 'Photos', exact: true })

/** Chooses three photos and types the title, which has the focus then and chooses the category. */
async function addPhotosAndTitle(page: Page, effort: ReturnType<typeof countEffort>, name: string) {
  const picker = page.waitForEvent('filechooser')
  await effort.tap(tray(page).getByRole('button', { name: 'Add photos' }))
  const files = ['front.jpg', 'back.jpg', 'side.jpg'].map((file, index) =>
    photoFile(file, `hsl(${index * 90}, 50%, 40%)`),
  )
  await (await picker).setFiles(await Promise.all(files))
  effort.tapElsewhere(PICKER_TAPS)
  await expect(title(page)).toBeFocused()
  await effort.type(name)
  await expect(tray(page).getByText('3 of 5')).toBeVisible()
}

async function choosePrice(page: Page, effort: ReturnType<typeof countEffort>, price: string) {
  await effort.tap(condition(page, 'Good'))
  await effort.tap(page.getByLabel('Price in'))
  await effort.type(price)
}

test('A first listing takes ten taps', async ({ openSignedIn }) => {
  const page = await openSignedIn('/', { person: await newMember('Esi First'), width: PHONE })
  const effort = countEffort(page)
  await effort.tap(page.getByRole('navigation').getByRole('link', { name: 'Sell', exact: true }))
  await title(page).waitFor()
  const name = unique('Wooden table')
  await addPhotosAndTitle(page, effort, name)
  await expect(page.getByLabel('Category')).toHaveValue('home-furniture-appliances')
  await choosePrice(page, effort, '1900')
  await effort.tap(page.getByLabel('Town or area'))
  await effort.type('Kumasi')
  await expect(page.getByText('In Ashanti')).toBeVisible()
  await effort.tap(button(page, 'Publish listing'))
  expect(effort.counted()).toEqual(documentedEffort('list a thing with three photos, for the first time'))
  await page.waitForURL('/products', SLOWLY)
  await expect(page.getByRole('region', { name: 'Buyers can see it now' }).getByText(name)).toBeVisible()
})

test('A published listing can be shared, and the next one takes nine taps', async ({ openSignedIn }) => {
  const page = await openSignedIn('/create-product', { person: await newMember('Afua Taps'), width: PHONE })
  const first = unique('Wooden stool')
  await fillIn(page, first)
  await choosePhotos(page, 'stool.jpg')
  await button(page, 'Publish listing').click()
  await page.waitForURL('/products')
  const published = page.getByRole('region', { name: 'Buyers can see it now' })
  const share = await published.getByRole('link', { name: 'Share to WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(share ?? '')).toContain(`https://wa.me/?text=${first}, GH₵1,250.00, Ashanti http`)
  await expect(button(page, 'Dismiss').first()).toBeVisible()
  const download = page.waitForEvent('download')
  await published.getByRole('button', { name: 'Status picture' }).click()
  expect((await download).suggestedFilename()).toBe('status.jpg')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await published.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()

  const effort = countEffort(page)
  await effort.tap(published.getByRole('link', { name: 'List another' }))
  await expect(page.getByLabel('Region')).toHaveValue('Ashanti')
  const name = unique('iPhone 12 128GB')
  await addPhotosAndTitle(page, effort, name)
  await expect(page.getByLabel('Storage')).toHaveValue('128 GB')
  await choosePrice(page, effort, '1900')
  await effort.tap(button(page, 'Publish listing'))
  expect(effort.counted()).toEqual(documentedEffort('list a thing with three photos, not for the first time'))

  await page.waitForURL('/products', SLOWLY)
  await expect(published.getByText(name)).toBeVisible()
  await published.getByRole('link', { name: 'View listing' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})
