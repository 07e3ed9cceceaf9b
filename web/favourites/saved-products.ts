import type { Product, ProductCard } from '#contract/products.ts'
import { cardOf } from '#web/products/card-of.ts'

const PRODUCT_PATH = /^\/products\/[0-9a-f-]{36}$/

interface BootQueries {
  queries?: { queries?: { queryKey: unknown[]; state: { data?: unknown } }[] }
}

/** Found as text: parsed as a document, a page's styles would be against this page's policy. */
const BOOT = /<script type="application\/json" id="boot">(.*?)<\/script>/s

/** The product that a page of the service worker's cache was rendered with. */
function productIn(html: string): Product | undefined {
  const boot = BOOT.exec(html)?.[1] ?? '{}'
  const queries = (JSON.parse(boot) as BootQueries).queries?.queries ?? []
  return queries.find(({ queryKey }) => queryKey[0] === 'product')?.state.data as Product | undefined
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
  // Seen last, shown first.
  return [...pages.values()].toReversed()
}

/** Products whose pages this device can open without a network, as it last saw them. */
export async function readSavedProducts(): Promise<ProductCard[]> {
  if (!('caches' in globalThis)) return []
  const htmls = await Promise.all((await productPages()).map((page) => page.text()))
  return htmls.flatMap((html) => productIn(html) ?? []).map(cardOf)
}
