import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hydrated, marketUrl, openPage } from './browser.ts'
import { expectNoAxeViolations, expectShown } from './page-checks.ts'

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

/** The first product of the market that is as the journey needs it. */
async function findProduct(suits: (product: Product) => boolean): Promise<Product> {
  const { items } = await api<{ items: Card[] }>('/api/products?limit=48')
  for (const { id } of items) {
    const product = await api<Product>(`/api/products/${id}`)
    if (suits(product)) return product
  }
  throw new Error('No product of the demo market suits this journey')
}

const open = (product: Product, view: { width: number }) => openPage(`/products/${product.id}`, view)
const gallery = (page: Page) => page.getByRole('region', { name: /photos/i })

test('a product shows its title, price, seller and reviews', async () => {
  const product = await findProduct(({ rating }) => rating.count > 0)
  const page = await open(product, desktop)
  await expectShown(page.getByRole('heading', { level: 1, name: product.title }))
  const text = await page.getByRole('main').innerText()
  expect(text).toContain('GH₵')
  expect(text).toContain(product.seller.name)
  expect(text).toContain(String(product.rating.average))
  await expectShown(page.getByRole('heading', { name: /reviews/i }))
  await expectShown(page.getByRole('heading', { name: /description/i }))
  expect(await page.getByRole('button', { name: 'Message Seller' }).isEnabled()).toBe(true)
})

test('the gallery moves by buttons and keys and counts along', async () => {
  const product = await findProduct(({ photos }) => photos.length > 1)
  const page = await open(product, desktop)
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

test('fullscreen opens and closes by key', async () => {
  const product = await findProduct(({ photos }) => photos.length > 1)
  const page = await open(product, phone)
  await page.getByRole('button', { name: /fullscreen/i }).click()
  const dialog = page.getByRole('dialog')
  await expectShown(dialog)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('a photo that does not load says so', async () => {
  const product = await findProduct(({ photos }) => photos.length > 0)
  const page = await openPage('/help', { ...desktop, expected: [/photos\/product-images/, /ERR_FAILED/] })
  await page.route('**/photos/product-images/**', (route) => route.abort())
  await page.goto(`/products/${product.id}`)
  await expectShown(page.getByText('Image unavailable'))
})

test('the favorite button toggles and tells', async () => {
  const product = await findProduct(() => true)
  const page = await open(product, phone)
  const favorite = page.getByRole('button', { name: /favou?rite/i })
  await favorite.click()
  await expectShown(page.getByRole('status').filter({ hasText: /favou?rite/i }))
  expect(await favorite.getAttribute('aria-pressed')).toBe('true')
})

test('a visitor who wants to message the seller is asked to log in', async () => {
  const product = await findProduct(() => true)
  const page = await open(product, phone)
  await page.getByRole('button', { name: 'Message Seller' }).click()
  await expectShown(page.getByText('Please log in to message the seller'))
})

test('sharing copies the link where the browser has no share sheet', async () => {
  const product = await findProduct(() => true)
  const page = await open(product, desktop)
  await page.getByRole('button', { name: 'Share' }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  const whatsapp = page.getByRole('link', { name: /whatsapp/i })
  expect(await whatsapp.getAttribute('href')).toContain(encodeURIComponent(page.url()))
})

test('link previews carry title, price and photo', async () => {
  const product = await findProduct(({ photos }) => photos.length > 0)
  const page = await open(product, desktop)
  const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content')
  expect(await meta('og:title')).toContain(product.title)
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(page.url())
  const image = await fetch((await meta('og:image')) ?? '')
  expect(image.headers.get('content-type')).toBe('image/jpeg')
  expect((await image.arrayBuffer()).byteLength).toBeLessThan(300_000)

  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const types = blocks.flatMap((block) => [JSON.parse(block) as unknown].flat() as { '@type': string }[])
  expect(types.map((block) => block['@type'])).toEqual(expect.arrayContaining(['Product', 'BreadcrumbList']))
})

test('an unknown product says so and leads back to the others', async () => {
  const page = await openPage('/', { ...phone, expected: NOT_FOUND })
  const answer = await page.goto('/products/0190a000-0000-7000-8000-000000000000')
  expect(answer?.status()).toBe(404)
  await hydrated(page)
  await expectShown(page.getByText('Product not found'))
  await page.getByRole('main').getByRole('link', { name: 'Browse Products' }).click()
  await page.waitForURL('/products')
})
