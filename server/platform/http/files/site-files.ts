import type { Hono } from 'hono'
import { pathPrefixes } from '#contract/pages.ts'
import type { PublicConfig } from '#contract/site.ts'
import { encodedReply, encodeText } from './encoded-reply.ts'

const BRAND_BLUE = '#2563eb'

function robots({ publicUrl }: PublicConfig): string {
  const personal = pathPrefixes((page) => page.access !== 'everyone' || page.isTransient === true)
  const closed = [...personal, '/dev', '/api/'].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', 'Allow: /', ...closed, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}

const png = (size: number, name: string) => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
})

function webManifest({ siteName, locale }: PublicConfig): string {
  return JSON.stringify({
    id: '/',
    name: siteName,
    short_name: siteName,
    description: 'Buy and sell used goods near you.',
    lang: locale,
    dir: 'ltr',
    categories: ['shopping'],
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: BRAND_BLUE,
    background_color: '#ffffff',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      png(192, 'icon-192'),
      png(512, 'icon-512'),
      { ...png(512, 'icon-maskable-512'), purpose: 'maskable' },
    ],
  })
}

/** `/robots.txt` and `/manifest.webmanifest`, which differ from one deployment to the next. */
export async function mountSiteFiles(app: Hono, site: PublicConfig): Promise<void> {
  const files = [
    { path: '/robots.txt', contentType: 'text/plain; charset=utf-8', text: robots(site) },
    { path: '/manifest.webmanifest', contentType: 'application/manifest+json', text: webManifest(site) },
  ]
  for (const { path, contentType, text } of files) {
    const content = await encodeText(text)
    app.get(path, (c) => encodedReply(c, content, { contentType, cacheControl: 'public, max-age=3600' }))
  }
}
