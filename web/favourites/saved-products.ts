import type { Product, ProductCard } from '#contract/products.ts'
import type { BootQueries } from '#contract/rendering/rendering.ts'
import { toCard } from '#web/products/to-card.ts'

const PRODUCT_PATH = /^\/products\/[0-9a-f-]{36}$/

/** Found by a pattern, because a parsed document's styles would violate this page's content security policy. */
const BOOT = /<script type="application\/json" id="boot">(.*?)<\/script>/s

/** The product in the server-rendered data of a cached page. */
function parseProduct(html: string): Product | undefined {
  // An earlier version of the site may have stored it differently.
  const boot = JSON.parse(BOOT.exec(html)?.[1] ?? '{}') as { queries?: Partial<BootQueries> }
  return boot.queries?.found?.find(([key]) => key[0] === 'product')?.[1] as Product | undefined
}

async function productPages(): Promise<Response[]> {
  const pages = new Map<string, Response>()
  const names = (await caches.keys()).filter((name) => name.startsWith('pages-'))
  for (const name of names) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url)
      const page = PRODUCT_PATH.test(pathname) ? await cache.match(request) : undefined
      if (page) pages.set(pathname, page)
    }
  }
  // Last seen first.
  return [...pages.values()].toReversed()
}

/** Products whose pages this device can open without a network, in the version that it saw last. */
export async function readSavedProducts(): Promise<ProductCard[]> {
  if (!('caches' in globalThis)) return []
  const htmls = await Promise.all((await productPages()).map((page) => page.text()))
  return htmls.flatMap((html) => parseProduct(html) ?? []).map(toCard)
}
