import type { Page } from '@playwright/test'
import { expectNoAxeViolations, expectShown } from '#e2e/page-checks.ts'
import { hydrated } from '#e2e/browser.ts'
import { marketUrl } from '#e2e/market.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'

const phone = { width: 390 }
const desktop = { width: 1280 }
const NOT_FOUND = [/404/]

interface Card {
  id: string
  title: string
  price: number
}
interface Product extends Card {
  photos: unknown[]
  seller: { name: string }
  rating: { average: number | null; count: number }
}

const api = async <Reply>(path: string) =>
  (await fetch(marketUrl + path).then((reply) => reply.json())) as Reply

/** The oldest product that is as the journey needs it: other journeys publish, sell and delete the newest. */
async function findProduct(suits: (product: Product) => boolean): Promise<Product> {
  const { items } = await api<{ items: Card[] }>('/api/products?limit=48&sort=oldest')
  for (const { id } of items) {
    const product = await api<Product>(`/api/products/${id}`)
    if (suits(product)) return product
  }
  throw new Error('No product of the demo market suits this journey')
}

const gallery = (page: Page) => page.getByRole('region', { name: /photos/i })

test('a product shows its title, price, seller and reviews', async ({ openPage }) => {
  const product = await findProduct(({ rating }) => rating.count > 0)
  const page = await openPage(`/products/${product.id}`, desktop)
  await expectShown(page.getByRole('heading', { level: 1, name: product.title }))
  const text = await page.getByRole('main').innerText()
  expect(text).toContain('GH₵')
  expect(text).toContain(product.seller.name)
  expect(text).toContain(String(product.rating.average))
  await expectShown(page.getByRole('heading', { name: /reviews/i }))
  await expectShown(page.getByRole('heading', { name: /description/i }))
  expect(await page.getByRole('button', { name: 'Message Seller' }).isEnabled()).toBe(true)
})

test('the gallery moves by buttons and keys and counts along', async ({ openPage }) => {
  const product = await findProduct(({ photos }) => photos.length > 1)
  const page = await openPage(`/products/${product.id}`, desktop)
  const total = product.photos.length
  await expectShown(gallery(page).getByText(`1 / ${total}`))
  await gallery(page).getByRole('button', { name: /next/i }).click()
  await expectShown(gallery(page).getByText(`2 / ${total}`))
  await gallery(page)
    .getByRole('button', { name: /previous/i })
    .click()
  await expectShown(gallery(page).getByText(`1 / ${total}`))
  await gallery(page)
    .getByRole('group', { name: /^Photos of/ })
    .focus()
  await page.keyboard.press('ArrowRight')
  await expectShown(gallery(page).getByText(`2 / ${total}`))
})

test('fullscreen opens and closes by key', async ({ openPage }) => {
  const product = await findProduct(({ photos }) => photos.length > 1)
  const page = await openPage(`/products/${product.id}`, phone)
  await page.getByRole('button', { name: /fullscreen/i }).click()
  const dialog = page.getByRole('dialog')
  await expectShown(dialog)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('three quick taps are three photos, and arrow keys work in fullscreen', async ({ openPage }) => {
  const product = await findProduct(({ photos }) => photos.length > 2)
  const page = await openPage(`/products/${product.id}`, desktop)
  const total = product.photos.length
  const next = gallery(page).getByRole('button', { name: 'Next photo' })
  await next.evaluate((button: HTMLElement) => {
    for (let taps = 0; taps < 3; taps++) button.click()
  })
  await expectShown(gallery(page).getByText(`${(3 % total) + 1} / ${total}`))
  await gallery(page).getByRole('button', { name: 'Show photo 1' }).click()
  await expectShown(gallery(page).getByText(`1 / ${total}`))

  await page.getByRole('button', { name: 'Fullscreen', exact: true }).click()
  const full = page.getByRole('dialog')
  await expectShown(full.getByText(`1 / ${total}`))
  await page.keyboard.press('ArrowRight')
  await expectShown(full.getByText(`2 / ${total}`))
  await full.getByRole('button', { name: 'Close fullscreen' }).focus()
  await page.keyboard.press('ArrowRight')
  await expectShown(full.getByText(`3 / ${total}`))
  await page.keyboard.press('ArrowLeft')
  await expectShown(full.getByText(`2 / ${total}`))
  await page.keyboard.press('Escape')
  const track = gallery(page).getByRole('group', { name: /^Photos of/ })
  await expectSoon(() => track.evaluate((row) => Math.round(row.scrollLeft / row.clientWidth))).toBe(1)
})

test('a photo that does not load says so', async ({ openPage }) => {
  const product = await findProduct(({ photos }) => photos.length > 0)
  const page = await openPage('/help', { ...desktop, expected: [/photos\/product-images/, /ERR_FAILED/] })
  await page.route('**/photos/product-images/**', (route) => route.abort())
  await page.goto(`/products/${product.id}`)
  await expectShown(page.getByText('Image unavailable'))
})

test('the favorite button toggles and says so', async ({ openPage }) => {
  const product = await findProduct(() => true)
  const page = await openPage(`/products/${product.id}`, phone)
  const favorite = page.getByRole('button', { name: /favou?rite/i })
  await favorite.click()
  await expectShown(page.getByRole('status').filter({ hasText: /favou?rite/i }))
  expect(await favorite.getAttribute('aria-pressed')).toBe('true')
})

test('an anonymous person who wants to message the seller reads that they have to log in', async ({
  openPage,
}) => {
  const product = await findProduct(() => true)
  const page = await openPage(`/products/${product.id}`, phone)
  await page.getByRole('button', { name: 'Message Seller' }).click()
  await expectShown(page.getByText('Please log in to message the seller'))
})

test('sharing copies the link where the browser has no share sheet', async ({ openPage }) => {
  const product = await findProduct(() => true)
  const page = await openPage(`/products/${product.id}`, desktop)
  await page.getByRole('button', { name: 'Share' }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expectSoon(() => page.evaluate(() => navigator.clipboard.readText())).toContain('/p/')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const whatsapp = page.getByRole('link', { name: 'Share to WhatsApp' })
  const words = new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text')
  expect(words).toContain(product.title)
  expect(words?.endsWith(` ${link}`)).toBe(true)
  await page.goto(link)
  await page.waitForURL(`/products/${product.id}`)
})

test('link previews carry title, price and photo', async ({ openPage }) => {
  const product = await findProduct(({ photos }) => photos.length > 0)
  const page = await openPage(`/products/${product.id}`, desktop)
  const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content')
  expect(await meta('og:title')).toContain(`${product.title}, GH₵`)
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(page.url())
  const image = await fetch((await meta('og:image')) ?? '')
  expect(image.headers.get('content-type')).toBe('image/jpeg')
  expect((await image.arrayBuffer()).byteLength).toBeLessThan(300_000)
  expect([await meta('og:image:width'), await meta('og:image:height')]).toEqual(['1200', '630'])

  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const types = blocks.flatMap((block) => [JSON.parse(block) as unknown].flat() as { '@type': string }[])
  expect(types.map((block) => block['@type'])).toEqual(expect.arrayContaining(['Product', 'BreadcrumbList']))
})

test('an unknown product says so and leads back to the others', async ({ openPage }) => {
  const page = await openPage('/', { ...phone, expected: NOT_FOUND })
  const answer = await page.goto('/products/0190a000-0000-7000-8000-000000000000')
  expect(answer?.status()).toBe(404)
  await hydrated(page)
  await expectShown(page.getByText('Product not found'))
  await page.getByRole('main').getByRole('link', { name: 'Browse Products' }).click()
  await page.waitForURL('/products')
})
