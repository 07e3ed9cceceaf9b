import type { FastifyInstance } from 'fastify'
import { MANIFEST_PICTURES } from '#contract/rendering/manifest-pictures.ts'
import { pathPrefixes } from '#contract/pages.ts'
import { PHOTO_TYPES } from '#contract/photos/photo-names.ts'
import { SHARE_TARGET, SHARE_TARGET_FORM, SHARED_PHOTOS_FIELD } from '#contract/sharing/share-target.ts'
import type { PublicConfig } from '#contract/site.ts'
import { dropDocumentHeaders, NO_FRAME_POLICY } from '#server/platform/http/headers.ts'
import { contentOf, writeReady } from '#server/platform/http/reply.ts'
import { addRawRoutes } from '#server/platform/http/routes.ts'

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

/** Shortcuts that the icon of an installed app shows on a long press. */
const SHORTCUTS = [
  { name: 'Sell Something', url: '/create-product' },
  { name: 'Search', url: '/products' },
  { name: 'Messages', url: '/messages' },
  { name: 'Favourites', url: '/favourites' },
]

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
    screenshots: MANIFEST_PICTURES.map(({ name, formFactor, width, height, label }) => ({
      src: `/manifest/${name}.webp`,
      sizes: `${width}x${height}`,
      type: 'image/webp',
      form_factor: formFactor,
      label,
    })),
    shortcuts: SHORTCUTS.map((shortcut) => ({ ...shortcut, icons: [png(192, 'icon-192')] })),
    share_target: {
      action: SHARE_TARGET,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARED_PHOTOS_FIELD, accept: PHOTO_TYPES }] },
    },
  })
}

/**
 * Serves `/robots.txt` and `/manifest.webmanifest`, which differ between deployments, and redirects shared photos: if
 * a device has lost the service worker that would store the photo, the form opens without it.
 */
export async function addSiteFiles(app: FastifyInstance, site: PublicConfig): Promise<void> {
  const files = [
    { path: '/robots.txt', contentType: 'text/plain; charset=utf-8', text: robots(site) },
    { path: '/manifest.webmanifest', contentType: 'application/manifest+json', text: webManifest(site) },
  ]
  await addRawRoutes(app, (scope) =>
    scope.post(SHARE_TARGET, async (_request, reply) => reply.redirect(SHARE_TARGET_FORM, 303)),
  )
  for (const { path, contentType, text } of files) {
    const file = {
      content: contentOf(Buffer.from(text)),
      headers: {
        'content-type': contentType,
        'cache-control': 'public, max-age=3600',
        vary: 'Accept-Encoding',
      },
    }
    app.get(path, (_request, reply) => {
      dropDocumentHeaders(reply, NO_FRAME_POLICY)
      return writeReady(reply, file)
    })
  }
}
