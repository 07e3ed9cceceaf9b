import type { Page } from '@playwright/test'
import { BLANK, hydrated } from '#e2e/browser.ts'
import { addPhoto, publishListing } from '#e2e/listings.ts'
import { newMember } from '#e2e/people.ts'
import { expect, test } from '#e2e/journey.ts'

const width = 1280

/** Publishes a listing with three photos. */
async function publishWithPhotos() {
  const seller = await newMember('Ama Shows')
  const title = 'Sewing machine with a table'
  const id = await publishListing(seller, title)
  for (const colour of ['#3f6b9a', '#6b9a3f']) await addPhoto(seller, id, colour)
  return { id, title }
}

const gallery = (page: Page) => page.getByRole('region', { name: /photos/i })

test('A product shows its seller and reviews, is shared by its link, and has a preview', async ({
  openPage,
}) => {
  const seller = await newMember('Ama Shows')
  const title = 'Sewing machine'
  const id = await publishListing(seller, title)
  const reviewer = await newMember('Kofi Reviews')
  const review = { rating: 4, title: '', comment: 'Runs well.' }
  await reviewer.call('POST', `/api/products/${id}/reviews`, review)

  const page = await openPage(`/products/${id}`, { width })
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const main = page.getByRole('main')
  for (const text of ['GH₵480.50', 'Ama Shows', 'Runs well.']) await expect(main).toContainText(text)
  for (const name of [/reviews/i, /description/i])
    await expect(page.getByRole('heading', { name }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Message Seller' })).toBeEnabled()

  const meta = (name: string) => page.locator(`meta[property="${name}"]`)
  await expect(meta('og:title')).toHaveAttribute('content', new RegExp(`^${title}, GH₵`))
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', page.url())
  const image = await fetch((await meta('og:image').getAttribute('content')) ?? '')
  expect(image.headers.get('content-type')).toBe('image/jpeg')
  expect((await image.arrayBuffer()).byteLength).toBeLessThan(300_000)
  await expect(meta('og:image:width')).toHaveAttribute('content', '1200')
  await expect(meta('og:image:height')).toHaveAttribute('content', '630')
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const types = blocks.flatMap((block) => [JSON.parse(block) as unknown].flat() as { '@type': string }[])
  expect(types.map((block) => block['@type'])).toEqual(expect.arrayContaining(['Product', 'BreadcrumbList']))

  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('/p/')
  const link = await copied()
  const whatsapp = page.getByRole('link', { name: 'Share to WhatsApp' })
  const words = new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text')
  expect(words).toContain(title)
  expect(words?.endsWith(` ${link}`)).toBe(true)
  await page.goto(link)
  await page.waitForURL(`/products/${id}`)
})

test('The gallery moves by buttons, keys and quick taps, also in fullscreen', async ({ openPage }) => {
  const { id } = await publishWithPhotos()
  const page = await openPage(`/products/${id}`, { width })
  const position = (text: string) => expect(gallery(page).getByText(text, { exact: true })).toBeVisible()
  await position('1 / 3')
  await gallery(page).getByRole('button', { name: 'Next photo' }).click()
  await position('2 / 3')
  await gallery(page)
    .getByRole('button', { name: /previous/i })
    .click()
  await position('1 / 3')
  const track = gallery(page).getByRole('group', { name: /^Photos of/ })
  await track.focus()
  await page.keyboard.press('ArrowRight')
  await position('2 / 3')
  await gallery(page)
    .getByRole('button', { name: 'Next photo' })
    .evaluate((button: HTMLElement) => {
      for (let taps = 0; taps < 3; taps++) button.click()
    })
  await position('2 / 3')
  await gallery(page).getByRole('button', { name: 'Show photo 1' }).click()
  await position('1 / 3')

  await page.getByRole('button', { name: 'Fullscreen', exact: true }).click()
  const full = page.getByRole('dialog')
  const fullPosition = (text: string) => expect(full.getByText(text, { exact: true })).toBeVisible()
  await fullPosition('1 / 3')
  await page.keyboard.press('ArrowRight')
  await fullPosition('2 / 3')
  await full.getByRole('button', { name: 'Close fullscreen' }).focus()
  await page.keyboard.press('ArrowRight')
  await fullPosition('3 / 3')
  await page.keyboard.press('ArrowLeft')
  await fullPosition('2 / 3')
  await page.keyboard.press('Escape')
  await expect(full).toBeHidden()
  await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toBeFocused()
  await expect.poll(() => track.evaluate((row) => Math.round(row.scrollLeft / row.clientWidth))).toBe(1)
})

test('Back closes the full-size photos, and the page keeps its position', async ({ openPage }) => {
  const { id } = await publishWithPhotos()
  const page = await openPage('/help', { width })
  await page.goto(`/products/${id}`)
  await hydrated(page)
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await page.getByRole('button', { name: 'Fullscreen', exact: true }).click()
    await page.waitForFunction(() => (history.state as { above?: string } | null)?.above !== undefined)
    await close()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.waitForFunction(() => (history.state as { above?: string } | null)?.above === undefined)
  await page.goBack()
  await page.waitForURL('/help')
})

test('Two fingers enlarge a full-size photo, one moves it, and a swipe then shows the next', async ({
  openPage,
}) => {
  const { id } = await publishWithPhotos()
  const page = await openPage(`/products/${id}`, { width: 390 })
  const loaded = page.waitForResponse(/pinch-zoom/)
  await page.getByRole('button', { name: 'Fullscreen', exact: true }).click()
  await loaded
  const photo = page.getByRole('dialog').getByRole('img').first()
  const devTools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    devTools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], index) => ({ x, y, id: index })),
    })
  const widthOf = async () => (await photo.boundingBox())?.width ?? 0
  const whole = await widthOf()
  await touch('touchStart', [160, 400], [240, 400])
  for (const step of [10, 20, 30, 40]) await touch('touchMove', [160 - step, 400], [240 + step, 400])
  await touch('touchEnd')
  await expect.poll(widthOf).toBeGreaterThan(1.5 * whole)

  const left = async () => (await photo.boundingBox())?.x ?? 0
  const before = await left()
  await touch('touchStart', [200, 400])
  for (const step of [10, 20, 40]) await touch('touchMove', [200 - step, 400])
  await touch('touchEnd')
  await expect.poll(left).toBeLessThan(before)

  // Two quick taps show the whole photo again.
  for (let tap = 0; tap < 2; tap += 1) {
    await touch('touchStart', [200, 400])
    await touch('touchEnd')
  }
  await expect.poll(widthOf).toBe(whole)
})

test('A photo that fails to load shows a notice', async ({ openPage }) => {
  const id = await publishListing(await newMember('Ama Shows'), 'Sewing machine')
  const page = await openPage(BLANK, { width, expected: [/photos\/product-images/, /ERR_FAILED/] })
  await page.route('**/photos/product-images/**', (route) => route.abort())
  await page.goto(`/products/${id}`)
  await expect(gallery(page).getByText('Image unavailable')).toBeVisible()
})

test('An unknown product shows a notice and leads back to the others', async ({ openPage }) => {
  const page = await openPage(BLANK, { width: 390, expected: [/404/] })
  const answer = await page.goto('/products/0190a000-0000-7000-8000-000000000000')
  expect(answer?.status()).toBe(404)
  await hydrated(page)
  await expect(page.getByText('Product not found')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Browse Products' }).click()
  await page.waitForURL('/products')
})
