import { describe, expect, test } from 'vitest'
import { marketUrl, openPage } from './browser.ts'
import { expectShown, expectSoundPage, sidewaysScroll } from './page-checks.ts'

interface ListReply {
  items: { id: string }[]
}

async function newestProduct(): Promise<string> {
  const reply = (await fetch(`${marketUrl}/api/products?limit=1`).then((response) =>
    response.json(),
  )) as ListReply
  const id = reply.items[0]?.id
  if (!id) throw new Error('The market has no product to look at')
  return `/products/${id}`
}

const product = await newestProduct()

/** Every public address; the two without a page answer 404 on purpose. */
const PAGES: [name: string, address: string, missing?: boolean][] = [
  ['home', '/'],
  ['products', '/products'],
  ['products found', '/products?search=samsung&sort=price_low'],
  ['nothing found', '/products?search=qqqxxzz'],
  ['product', product],
  ['unknown product', '/products/0190a000-0000-7000-8000-000000000000', true],
  ['help', '/help'],
  ['safety', '/safety'],
  ['contact', '/contact'],
  ['terms', '/terms'],
  ['privacy', '/privacy'],
  ['cookies', '/cookies'],
  ['favourites of nobody', '/favourites'],
  ['unknown page', '/no-such-page', true],
]
const NOT_FOUND = [/404/]

describe.each([390, 1280])('at %i px', (width) => {
  test.each(PAGES)('%s is sound, in light and dark', async (name, address, missing) => {
    const page = await openPage(address, { width, expected: missing ? NOT_FOUND : [] })
    await expectShown(page.getByRole('heading', { level: 1 }))
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.title()).toMatch(/\S/)
    await expectSoundPage(page, `${name} ${width}`)
  })
})

test.each([320, 768, 1440])('no page scrolls sideways at %i px', async (width) => {
  const page = await openPage('/', { width, expected: NOT_FOUND })
  for (const [name, address] of PAGES) {
    await page.goto(address)
    expect(await sidewaysScroll(page), name).toBe(0)
  }
})
