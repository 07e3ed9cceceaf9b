import type { PageCall } from '#contract/rendering/rendering.ts'
import type { WebPages } from '#server/platform/http/pages/pages.ts'

const ID = /^\/(products|sellers)\/([^/]+)$/

function callFor({ pathname, searchParams }: URL): Parameters<PageCall> {
  const [, kind, id = ''] = ID.exec(pathname) ?? []
  if (kind === 'products') return ['getProduct', { params: { id } }]
  if (kind === 'sellers') return ['getSeller', { params: { id } }]
  if (pathname === '/products') return ['searchProducts', { query: Object.fromEntries(searchParams) }]
  throw new Error(`No call is known for ${pathname}`)
}

/** Pages with the API's content: products, one product, a seller. */
export const apiPages: WebPages = {
  cached: true,
  assets: { script: '', styles: () => [], preloads: () => [] },
  renderer: async () => ({
    canonicalPath: (url) => url.pathname + url.search,
    async render({ url, call }) {
      const { status, body } = await call(...callFor(url))
      return { status, html: JSON.stringify(body) }
    },
  }),
}
