import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { offerListing } from '#e2e/listings.ts'
import { changeProfile, newMember, newPerson, type Person } from '#e2e/people.ts'
import { marketUrl } from '#e2e/market.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, test, type OpenSignedIn } from '#e2e/journey.ts'

const PHONE = '+233241000198'
const SHOWN = { phone: PHONE, phoneVisibility: 'signed-in' }

/** A simplified person in front of a wall, to show the crop. */
const picture = async () => ({
  name: 'me.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#c8d4e6' } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="1200" height="800"><circle cx="600" cy="300" r="170" fill="#7a4a2b"/><path d="M260 800c0-260 160-330 340-330s340 70 340 330z" fill="#d97706"/></svg>',
        ),
      },
    ])
    .png()
    .toBuffer(),
})

async function openProfile(
  openSignedIn: OpenSignedIn,
  { section, ...view }: { section: 'picture' | 'personal'; width: number; person: Person },
  expected?: RegExp[],
): Promise<Page> {
  const page = await openSignedIn(`/profile?section=${section}`, { ...view, expected })
  await page.getByRole('region').waitFor()
  return page
}

const sellerPath = async (page: Page) =>
  (await page.getByRole('link', { name: 'See your public page' }).getAttribute('href')) ?? ''

test('A seller edits the profile and everyone sees it', async ({ openPage, openSignedIn }) => {
  const person = await newMember('Yaw Asante')
  await changeProfile(person, SHOWN)
  const page = await openProfile(openSignedIn, { section: 'personal', width: 390, person })
  const bio = `Everything is tested in front of you. Ask before you come.`
  await page.getByLabel('Bio').fill(bio)
  await expect(page.getByText(`${bio.length} / 500`)).toBeVisible()
  await page.getByLabel('Location').fill('Adum, Kumasi')
  await page.getByLabel('Website: Shown to').selectOption('Nobody')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()

  await page.getByRole('link', { name: 'Profile settings', exact: true }).click()
  await page.getByRole('link', { name: /^Profile picture/ }).click()
  await page.getByLabel('Picture file').setInputFiles(await picture())
  const dialog = page.getByRole('dialog', { name: 'Adjust your picture' })
  await dialog.getByLabel('Zoom').press('ArrowRight')
  await dialog.getByLabel('Left and right').press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  const shown = page.getByRole('banner').locator('img[src^="/photos/avatars/"]')
  await expect(shown).toBeVisible()
  const path = await sellerPath(page)
  await page.getByRole('link', { name: 'See your public page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Yaw Asante' })).toBeVisible()
  await expect(page.getByText(bio)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit your profile' })).toBeVisible()

  // The page as the server sends it to everyone.
  const html = await (await fetch(marketUrl + path)).text()
  expect(html).toContain(bio)
  expect(html).toContain('/photos/avatars/')
  expect(html).not.toContain(PHONE)
  expect(html).not.toContain(person.email)
  const anonymous = await openPage(path, { width: 390 })
  await expect(anonymous.getByRole('main').locator('img[src^="/photos/avatars/"]')).toBeVisible()
})

test('Contact details require a login and a tap', async ({ openPage, openSignedIn }) => {
  const person = await newMember('Abena Owusu-Ansah')
  await changeProfile(person, SHOWN)
  const path = `/products/${await offerListing(person, 'Enamel mug')}`
  const own = await openSignedIn(path, { width: 1280, person })
  await expect(own.getByText(PHONE)).toBeVisible()
  await expect(own.getByText('People who are logged in see it').first()).toBeVisible()

  const page = await openPage(path, { width: 1280 })
  const card = page.getByRole('region', { name: 'Seller information' })
  expect(await page.content()).not.toContain(PHONE)
  await card.getByRole('link', { name: 'Log in to see' }).first().click()
  await page.waitForURL(`/auth/login?next=${encodeURIComponent(path)}`)
  await logIn(page, await newPerson('Kofi Calls'))
  await page.waitForURL(path)
  await card.getByRole('button', { name: 'Show phone' }).click()
  const phone = card.getByRole('link', { name: PHONE })
  await expect(phone).toBeVisible()
  await expect(phone).toHaveAttribute('href', `tel:${PHONE}`)
  await expect(phone).toBeFocused()
  await page.reload()
  await card.getByRole('button', { name: 'Show phone' }).click()
  await expect(phone).toBeVisible()

  await card.getByRole('link', { name: 'Abena Owusu-Ansah' }).click()
  await page.waitForURL('/sellers/*')
  await expect(page.getByRole('link', { name: PHONE })).toBeVisible()
})

test('The profile refuses files that are no pictures, with a reason', async ({ openSignedIn }) => {
  const page = await openProfile(openSignedIn, {
    section: 'picture',
    width: 1280,
    person: await newMember('Esi Pictures'),
  })
  const input = page.getByLabel('Picture file')
  await input.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Choose a JPEG, PNG, WebP or GIF picture.')).toBeVisible()
  await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>') })
  await expect(page.getByText('The picture is damaged. Choose another one.')).toBeVisible()
})
