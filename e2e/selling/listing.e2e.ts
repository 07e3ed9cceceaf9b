import { expectNoAxeViolations, expectShown, expectSoundPage } from '#e2e/page-checks.ts'
import { hydrated } from '#e2e/browser.ts'
import { countEffort, writtenEffort } from '#e2e/effort.ts'
import { beginDraft, publishListing } from '#e2e/listings.ts'
import { marketUrl } from '#e2e/market.ts'
import { newPerson, signedIn } from '#e2e/people.ts'
import { logIn } from '#e2e/sign-in.ts'
import {
  PHONE,
  SLOWLY,
  photoFile,
  tab,
  button,
  title,
  isFocused,
  unique,
  fillIn,
  choosePhotos,
} from '#e2e/listing-form.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

/** Photos are prepared when nothing else is to be done. */
test.describe.configure({ timeout: 300_000 })

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
