import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@playwright/test'
import sharp from 'sharp'
import { MANIFEST_PICTURES } from '#contract/rendering/manifest-pictures.ts'
import { hydrated } from '#e2e/browser.ts'
import { marketUrl } from '#e2e/market.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'web', 'public', 'manifest')
const QUALITY = 62

async function somePhone(): Promise<string> {
  const { items } = (await (await fetch(`${marketUrl}/api/products?limit=1&search=phone`)).json()) as {
    items: { id: string }[]
  }
  return `/products/${items[0]?.id}`
}

const ADDRESSES: Record<(typeof MANIFEST_PICTURES)[number]['name'], () => Promise<string>> = {
  'home-narrow': async () => '/',
  'list-narrow': async () => '/products',
  'product-narrow': somePhone,
  'list-wide': async () => '/products',
}

for (const { name, formFactor, width, height } of MANIFEST_PICTURES)
  test(name, async ({ browser }) => {
    // A phone has two or more pixels for each CSS pixel.
    const scale = formFactor === 'narrow' ? 2 : 1
    const context = await browser.newContext({
      baseURL: marketUrl,
      viewport: { width: width / scale, height: height / scale },
      deviceScaleFactor: scale,
      isMobile: formFactor === 'narrow',
      reducedMotion: 'reduce',
      locale: 'en-GH',
      timezoneId: 'Africa/Accra',
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await page.goto(await ADDRESSES[name]())
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    const picture = await sharp(await page.screenshot())
      .webp({ quality: QUALITY })
      .toBuffer()
    await mkdir(FOLDER, { recursive: true })
    await writeFile(join(FOLDER, `${name}.webp`), picture)
    await context.close()
  })
