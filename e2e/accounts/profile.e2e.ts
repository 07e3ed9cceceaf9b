import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoAxeViolations, expectShown, expectSoundPage } from '#e2e/page-checks.ts'
import { hydrated } from '#e2e/browser.ts'
import { marketUrl } from '#e2e/market.ts'
import { logIn } from '#e2e/sign-in.ts'
import { expect, test, type OpenSignedIn } from '#e2e/journey.ts'

const SELLER = { width: 390, email: 'yaw.asante@example.com', name: 'Yaw Asante' }
const OTHER_SELLER = { width: 1280, email: 'abena.owusu@example.com', name: 'Abena Owusu-Ansah' }
const BUYER = 'kofi@example.com'
const PHONE = /\+233100000\d{3}/

/** Someone's half-length in front of a wall, as far as a crop is concerned. */
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
  view: { width: number; email: string },
  expected?: RegExp[],
): Promise<Page> {
  const page = await openSignedIn('/profile', { ...view, expected })
  await page.getByLabel('Bio').waitFor()
  return page
}

/** Shifts are counted from the document on, so each check begins with one of its own. */
async function reloaded(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await page.reload()
  await hydrated(page)
}

const sellerPath = async (page: Page) =>
  (await page.getByRole('link', { name: 'See your public page' }).getAttribute('href')) ?? ''

test('a seller edits the profile and everyone sees it', async ({ openPage, openSignedIn }) => {
  const page = await openProfile(openSignedIn, SELLER)
  const bio = `Everything is tested in front of you. Ask before you come.`
  await page.getByLabel('Bio').fill(bio)
  await expectShown(page.getByText(`${bio.length} / 500`))
  await page.getByLabel('Location').fill('Adum, Kumasi')
  await page.getByLabel('Website: Shown to').selectOption('Nobody')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectShown(page.getByText('Profile updated'))

  await page.getByLabel('Picture file').setInputFiles(await picture())
  const dialog = page.getByRole('dialog', { name: 'Place your picture' })
  await dialog.getByLabel('Zoom').press('ArrowRight')
  await dialog.getByLabel('Left and right').press('ArrowLeft')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expectShown(page.getByRole('button', { name: 'Change picture' }))
  const shown = page.getByRole('banner').locator('img[src^="/photos/avatars/"]')
  await expectShown(shown)
  await reloaded(page)
  await page.getByLabel('Bio').waitFor()
  await expectSoundPage(page)

  const path = await sellerPath(page)
  await page.getByRole('link', { name: 'See your public page' }).click()
  await expectShown(page.getByRole('heading', { level: 1, name: SELLER.name }))
  await expectShown(page.getByText(bio))
  await expectShown(page.getByRole('link', { name: 'Edit your profile' }))

  // The page as the server sends it to everyone.
  const html = await (await fetch(marketUrl + path)).text()
  expect(html).toContain(bio)
  expect(html).toContain('/photos/avatars/')
  expect(html).not.toMatch(PHONE)
  expect(html).not.toContain(SELLER.email)
  const anonymous = await openPage(path, SELLER)
  await expectShown(anonymous.getByRole('main').locator('img[src^="/photos/avatars/"]'))
  await expectSoundPage(anonymous)
})

test('contact details wait for a sign-in and a tap', async ({ openPage, openSignedIn }) => {
  const own = await openProfile(openSignedIn, OTHER_SELLER)
  const seller = await sellerPath(own)
  const { items } = (await (await fetch(`${marketUrl}/api${seller}/products`)).json()) as {
    items: { id: string }[]
  }
  const path = `/products/${items[0]?.id}`

  await own.goto(path)
  await hydrated(own)
  await expectShown(own.getByText(PHONE))
  await expectShown(own.getByText('Signed-in people see it'))

  const page = await openPage(path, OTHER_SELLER)
  const card = page.getByRole('region', { name: 'Seller information' })
  expect(await page.content()).not.toMatch(PHONE)
  await card.getByRole('link', { name: 'Log in to see' }).first().click()
  await page.waitForURL(`/auth/login?next=${encodeURIComponent(path)}`)
  await logIn(page, BUYER)
  await page.waitForURL(path)
  await card.getByRole('button', { name: 'Show phone' }).click()
  const phone = card.getByRole('link', { name: PHONE })
  await expectShown(phone)
  expect(await phone.getAttribute('href')).toMatch(/^tel:\+233/)
  expect(await phone.evaluate((link) => link === document.activeElement)).toBe(true)
  await reloaded(page)
  await card.getByRole('button', { name: 'Show phone' }).click()
  await expectShown(phone)
  await expectSoundPage(page)

  await card.getByRole('link', { name: OTHER_SELLER.name }).click()
  await page.waitForURL(seller)
  await expectShown(page.getByRole('link', { name: PHONE }))
})

test('a name that is taken is said beside its field, and nothing typed is lost', async ({ openSignedIn }) => {
  const page = await openProfile(openSignedIn, { width: 390, email: 'esi@example.com' }, [/422/])
  await page.getByLabel('Username').fill('AmaSerwaa')
  await page.getByLabel('Full name').fill('Esi Q.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectShown(page.getByText('This username is taken'))
  await expectShown(page.getByText('Failed to update your profile'))
  expect(await page.getByLabel('Full name').inputValue()).toBe('Esi Q.')
  expect(await page.getByLabel('Username').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('Website', { exact: true }).fill('javascript:alert(1)')
  await page.getByLabel('Bio').focus()
  await expectShown(page.getByText('Please enter a web address, such as https://example.com'))
  await expectNoAxeViolations(page)
})

test('what is no picture is refused by name', async ({ openSignedIn }) => {
  const page = await openProfile(openSignedIn, { width: 1280, email: 'esi@example.com' })
  const input = page.getByLabel('Picture file')
  await input.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expectShown(page.getByText('Choose a JPEG, PNG, WebP or GIF picture.'))
  await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>') })
  await expectShown(page.getByText('The picture is damaged. Choose another one.'))
})

test('an unknown seller is not found', async ({ openPage }) => {
  const page = await openPage('/sellers/01930000-0000-7000-8000-00000000dead', {
    width: 390,
    expected: [/404/],
  })
  await expectShown(page.getByRole('heading', { level: 1, name: 'Seller not found' }))
  await expectNoAxeViolations(page)
})
