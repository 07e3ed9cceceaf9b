import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/journey.ts'

const WIDTHS = [390, 1280]

/** The four kinds of pages where people arrive, and two that such a page may turn into. */
async function addresses(page: Page): Promise<string[]> {
  await page.goto('/products')
  const product = (await page.locator('main a[href^="/products/"]').first().getAttribute('href')) ?? ''
  await page.goto(product)
  const seller = (await page.locator('main a[href^="/sellers/"]').first().getAttribute('href')) ?? ''
  return ['/', '/products', product, seller, '/products?search=zzqq', product.replace(/.$/, 'z')]
}

/** Where everything stands and what it looks like. */
const look = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { color, backgroundColor, font, visibility, opacity, boxShadow, border } =
        getComputedStyle(element)
      const box = [x, y, width, height].map((pixels) => Math.round(pixels * 10) / 10)
      return [
        element.tagName,
        element.className,
        box,
        color,
        backgroundColor,
        font,
        visibility,
        opacity,
        boxShadow,
        border,
      ]
        .map(String)
        .join(' | ')
    }),
  )

for (const width of WIDTHS) {
  for (const dark of [false, true]) {
    test(`the first view has all its styles at ${width} px, ${dark ? 'dark' : 'light'}`, async ({
      openPage,
    }) => {
      const page = await openPage('/help', { width, dark, expected: [/404/] })
      for (const address of await addresses(page)) {
        // The page as it is drawn at first, then with the whole stylesheet.
        await page.route('**/assets/**', () => undefined)
        await page.goto(address)
        const first = await look(page)
        await page.unroute('**/assets/**')
        const sheets = await page.evaluate(
          () => document.querySelector('script[data-styles]')?.getAttribute('data-styles') ?? '',
        )
        await page.addStyleTag({ url: sheets })
        expect(await look(page), address).toEqual(first)
      }
    })
  }
}
