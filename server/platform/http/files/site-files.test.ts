import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicConfig, readConfig } from '#server/config/config.ts'
import { addServiceWorker } from '#server/platform/http/pages/service-worker.ts'
import { createBareApp, type Injected } from '#testing/injected.ts'
import { addOfflinePage } from './offline-page.ts'
import { addSiteFiles } from './site-files.ts'
import { addStaticFiles } from './static-files.ts'

const PUBLIC = join(import.meta.dirname, '../../../../web/public')
const ASSETS = {
  script: '/assets/main-1.js',
  styles: () => ['/assets/main-2.css'],
  preloads: () => ['/assets/react-3.js'],
}
const FILES: Record<string, string> = {
  'sw.js': 'self.addEventListener("fetch", () => undefined)',
  'sw.js.br': 'the build compresses every script',
  'assets/main-1.js': 'main()',
  'assets/main-2.css': 'main {}',
  'assets/react-3.js': 'react()',
  'offline.html': '<!doctype html><title>SITE_NAME</title>',
  'offline.css': 'body {}',
  'icon.svg': '<svg/>',
  'favicon.ico': 'icon',
  'drawings/trotro.svg': '<svg/>',
  'drawings/bird.svg': '<svg/>',
}

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-files-'))
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
})
afterAll(() => rm(folder, { recursive: true }))

async function builtSite() {
  const app = await createBareApp()
  await addServiceWorker(app, { folder, assets: ASSETS })
  await addStaticFiles(app, folder)
  await addOfflinePage(app, folder, 'Kofi & Co')
  return app
}

it('scripts and styles have no document headers', async () => {
  const app = await builtSite()
  const { headers } = await app.request('/assets/main-1.js')
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'self'; frame-ancestors 'none'")
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Permissions-Policy')).toBeNull()
  // A worker is bound by the policy of its own reply.
  for (const path of ['/offline.html', '/sw.js', '/icon.svg']) {
    const whole = (await app.request(path)).headers
    expect(whole.get('Permissions-Policy')).not.toBeNull()
    expect(whole.get('Content-Security-Policy')).toContain("script-src 'self'")
  }
})

/** Evaluates the first line of the worker as a browser would. */
async function shellOf(app: Injected) {
  const script = await (await app.request('/sw.js')).text()
  const shell = /^self\.SHELL = (.+);$/m.exec(script)?.[1] ?? ''
  return { script, shell: JSON.parse(shell) as { build: string; files: string[] } }
}

describe('the service worker', () => {
  it('is the built script with the list of files to store, and is revalidated each time', async () => {
    const app = await builtSite()
    const reply = await app.request('/sw.js', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(reply.headers.get('Cache-Control')).toBe('no-cache')
    expect(reply.headers.get('Content-Encoding')).toBe('gzip')

    const { script, shell } = await shellOf(app)
    expect(script.split('\n').at(-1)).toBe(FILES['sw.js'])
    expect(shell.files).toEqual([
      '/assets/main-1.js',
      '/assets/main-2.css',
      '/assets/react-3.js',
      '/offline.html',
      '/offline.css',
      '/icon.svg',
      '/favicon.ico',
      '/drawings/trotro.svg',
    ])
    for (const file of shell.files) expect([file, (await app.request(file)).status]).toEqual([file, 200])
  })

  it('changes only if a stored file changes', async () => {
    const before = [(await shellOf(await builtSite())).shell.build]
    expect((await shellOf(await builtSite())).shell.build).toBe(before[0])
    for (const [file, text] of [
      ['offline.css', 'body { margin: 0 }'],
      ['drawings/bird.svg', '<svg><g/></svg>'],
    ] as const) {
      await writeFile(join(folder, file), text)
      const { build } = (await shellOf(await builtSite())).shell
      expect(before).not.toContain(build)
      before.push(build)
    }
  })

  it('is not sent again to a client that has it', async () => {
    const app = await builtSite()
    const etag = (await app.request('/sw.js')).headers.get('ETag') ?? ''
    expect((await app.request('/sw.js', { headers: { 'If-None-Match': etag } })).status).toBe(304)
  })
})

describe('the offline page', () => {
  it('has no scripts and needs only stored files', async () => {
    const page = await readFile(join(PUBLIC, 'offline.html'), 'utf8')
    expect(page).not.toMatch(/<script|<style|style=|\son\w+=/)
    const { files } = (await shellOf(await builtSite())).shell
    const needed = [...page.matchAll(/(?:src|href)="(\/[^"]+\.\w+)"/g)].map((match) => match[1])
    expect(needed.length).toBeGreaterThan(0)
    expect(files).toEqual(expect.arrayContaining(needed))
  })

  it('has the name of the site', async () => {
    const reply = await (await builtSite()).request('/offline.html')
    expect(reply.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(await reply.text()).toBe('<!doctype html><title>Kofi &amp; Co</title>')
  })
})

const CLOSED = [
  '/dashboard',
  '/profile',
  '/messages',
  '/conversation',
  '/deals',
  '/notifications-page',
  '/settings-page',
  '/saved-searches',
  '/create-product',
  '/edit-product',
  '/auth',
  '/dev',
  '/api/',
]

describe('site files', () => {
  const site = publicConfig(
    readConfig({
      PUBLIC_URL: 'https://market.example',
      SITE_NAME: 'Kasoa "Market"',
      SMTP_URL: 'smtps://mail.market.example',
      MAIL_FROM: 'hello@market.example',
    }),
  )

  async function get(path: string) {
    const app = await createBareApp()
    await addSiteFiles(app, site)
    return app.request(path)
  }

  it('robots.txt excludes private pages and names the sitemap', async () => {
    const reply = await get('/robots.txt')
    expect(reply.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    const lines = (await reply.text()).split('\n')
    expect(lines.slice(0, 2)).toEqual(['User-agent: *', 'Allow: /'])
    for (const path of CLOSED) expect(lines).toContain(`Disallow: ${path}`)
    expect(lines).toContain('Sitemap: https://market.example/sitemap.xml')
  })

  it('a shared photo without a service worker redirects to the form', async () => {
    const app = await createBareApp()
    await addSiteFiles(app, site)
    const reply = await app.request('/shared-photos', { method: 'POST', body: Buffer.alloc(200_000) })
    expect([reply.status, reply.headers.get('Location')]).toEqual([303, '/create-product'])
  })

  it('the web manifest has the site name and existing icons', async () => {
    const reply = await get('/manifest.webmanifest')
    expect(reply.headers.get('Content-Type')).toBe('application/manifest+json')
    const manifest = (await reply.json()) as { icons: { src: string }[] }
    expect(manifest).toMatchObject({
      name: 'Kasoa "Market"',
      lang: 'en-GH',
      start_url: '/',
      display: 'standalone',
      theme_color: '#2563eb',
    })
    expect(manifest).toMatchObject({
      shortcuts: expect.arrayContaining([expect.objectContaining({ url: '/create-product' })]) as unknown,
      share_target: { action: '/shared-photos', params: { files: [{ name: 'photos' }] } },
    })
    for (const { src } of manifest.icons)
      expect((await readFile(join(PUBLIC, src))).length).toBeGreaterThan(0)
  })

  it('the web manifest has small screenshots of the stated size for phones and desktops', async () => {
    const { screenshots } = (await (await get('/manifest.webmanifest')).json()) as {
      screenshots: { src: string; sizes: string; form_factor: string; label: string }[]
    }
    expect(new Set(screenshots.map((one) => one.form_factor))).toEqual(new Set(['narrow', 'wide']))
    for (const { src, sizes } of screenshots) {
      const picture = await readFile(join(PUBLIC, src))
      expect(picture.length).toBeLessThan(100_000)
      const { width, height, format } = await sharp(picture).metadata()
      expect([`${width}x${height}`, format]).toEqual([sizes, 'webp'])
    }
  })
})
