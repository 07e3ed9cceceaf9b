import type { Page } from '@playwright/test'
import { BLANK } from '#e2e/browser.ts'
import { expect, test } from '#e2e/journey.ts'

/** The four kinds of landing pages on a phone, and on a desktop those with columns in their possible states. */
async function addresses(page: Page): Promise<[width: number, addresses: string[]][]> {
  await page.goto('/products?sort=oldest')
  const category = (await page.locator('main a[href*="category="]').first().getAttribute('href')) ?? ''
  const product = (await page.locator('main a[href^="/products/"]').first().getAttribute('href')) ?? ''
  await page.goto(product)
  const seller = (await page.locator('main a[href^="/sellers/"]').first().getAttribute('href')) ?? ''
  return [
    [390, ['/', '/products', product, seller, '/products?search=zzqq']],
    [1280, ['/products', product, `${category}&sort=distance`, product.replace(/.$/, 'z')]],
  ]
}

/** Positions and styles of everything drawn. */
const look = (page: Page) =>
  page.evaluate(async () => {
    // Photos far below are hidden depending on the scroll position, which a style applies in the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      // A closed menu and the empty slot of toasts are styled later.
      if (width * height === 0 || !element.checkVisibility()) return []
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
    })
  })

async function addWholeStylesheet(page: Page): Promise<void> {
  const address = await page.locator('script[data-styles]').getAttribute('data-styles')
  const sheet = await page.request.get(new URL(address ?? '', page.url()).href)
  await page.evaluate(
    (css) => {
      const whole = new CSSStyleSheet()
      whole.replaceSync(css)
      document.adoptedStyleSheets = [whole]
    },
    await sheet.text(),
  )
}

for (const width of [390, 1280]) {
  test(`The first view has all its styles at ${width} px, light and dark`, async ({ openPage }) => {
    const page = await openPage(BLANK, { width, expected: [/404/] })
    const lookAtBoth = async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      const light = await look(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      return [light, await look(page)]
    }
    const all = (await addresses(page)).find(([own]) => own === width)?.[1] ?? []
    // Code would redraw the age of products.
    await page.route('**/assets/**', () => undefined)
    for (const address of all) {
      // The first rendering of the page, then the same with the whole stylesheet.
      await page.goto(address)
      const first = await lookAtBoth()
      await addWholeStylesheet(page)
      expect(await lookAtBoth(), address).toEqual(first)
    }
  })
}
