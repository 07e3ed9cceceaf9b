import type { Browser, Page, Request } from '@playwright/test'
import type { PagePath } from '#contract/pages.ts'
import { BLANK, newContext } from '#e2e/browser.ts'
import { marketUrl } from '#e2e/market.ts'
import { expect, expectSoon, test } from '#e2e/journey.ts'
import { pagesIn } from '#testing/page-sweeps.ts'
import { newMember } from '#e2e/people.ts'

const KILOBYTE = 1024
/** Compressed transfer when a phone opens the page for the first time without scrolling. */
const BUDGET = { document: 14, style: 10.5, requests: 25, revisit: 20 }
const SIGNED_IN_REQUESTS = 35

/**
 * Bytes that a server sends before it first waits for the phone: ten packets (RFC 6928) of 1,460 bytes. A
 * larger document, head and body, costs a slow line another round trip.
 */
const FIRST_PACKETS = 14_600

interface Kind {
  addressOf: () => Promise<string>
  script: number
  /**
   * Everything transferred, including headers; for a list, this includes the photos on the first screen and on three
   * quarters of the next.
   */
  total: number
}

interface Opened {
  requests: Request[]
  kilobytes: Record<'script' | 'document' | 'stylesheet' | 'image' | 'total', number>
}

async function weigh(page: Page, address: string): Promise<Opened> {
  const requests: Request[] = []
  const note = (request: Request) => void requests.push(request)
  page.on('requestfinished', note)
  await page.goto(address, { waitUntil: 'networkidle' })
  page.off('requestfinished', note)
  const kilobytes = { script: 0, document: 0, stylesheet: 0, image: 0, total: 0 }
  for (const request of requests) {
    const type = request.resourceType() as keyof typeof kilobytes
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    if (type in kilobytes) kilobytes[type] += responseBodySize / KILOBYTE
    kilobytes.total += (responseBodySize + responseHeadersSize) / KILOBYTE
  }
  return { requests, kilobytes }
}

/** Kilobytes that the browser fetched from the network for the current page. */
const fetchedKilobytes = (page: Page) =>
  page.evaluate(
    (kilobyte) =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map((entry) => (entry as PerformanceResourceTiming).transferSize)
        .reduce((sum, bytes) => sum + bytes, 0) / kilobyte,
    KILOBYTE,
  )

async function newPhone(browser: Browser) {
  const context = await newContext(browser, { width: 390 })
  return { context, page: await context.newPage() }
}

const read = async <Reply>(path: string) => (await (await fetch(marketUrl + path)).json()) as Reply

/** A demo product with one photo, because other journeys publish their own. */
async function someProduct(): Promise<string> {
  const { items } = await read<{ items: { id: string }[] }>('/api/products?search=hanging+basket&limit=1')
  return `/products/${items[0]?.id}`
}

async function someSeller(): Promise<string> {
  const { seller } = await read<{ seller: { id: string } }>(`/api${await someProduct()}`)
  return `/sellers/${seller.id}`
}

const KINDS: Partial<Record<PagePath, Kind>> = {
  '/': { addressOf: async () => '/', script: 93, total: 170 },
  '/products': { addressOf: async () => '/products?sort=oldest', script: 95, total: 170 },
  '/products/:id': { addressOf: someProduct, script: 95, total: 135 },
  '/sellers/:id': { addressOf: someSeller, script: 91.5, total: 138 },
}

for (const path of pagesIn('budgets'))
  test(`The page ${path} stays within its budget`, async ({ browser, onTestEnd }) => {
    const { addressOf, script, total } = KINDS[path] as Kind
    const address = await addressOf()
    const { context, page } = await newPhone(browser)
    onTestEnd(() => context.close())

    const { requests, kilobytes } = await weigh(page, address)
    expect(kilobytes.document, 'KB of HTML').toBeLessThanOrEqual(BUDGET.document)
    expect(kilobytes.script, 'KB of script').toBeLessThanOrEqual(script)
    expect(kilobytes.stylesheet, 'KB of styles').toBeLessThanOrEqual(BUDGET.style)
    expect(kilobytes.total, 'KB in all').toBeLessThanOrEqual(total)
    expect(requests.length, 'requests').toBeLessThanOrEqual(BUDGET.requests)

    const sent = requests.find((request) => request.resourceType() === 'document')
    const { responseBodySize = Infinity, responseHeadersSize = 0 } = (await sent?.sizes()) ?? {}
    expect(responseBodySize + responseHeadersSize, 'bytes of the document').toBeLessThanOrEqual(FIRST_PACKETS)
    const html = (await (await sent?.response())?.text()) ?? ''
    const head = html.slice(0, html.indexOf('</head>')).replace(/<noscript>.*?<\/noscript>/s, '')
    const waitedFor = head.match(/<script[^>]* src=|rel="(?:stylesheet|modulepreload)"/g)
    expect(head).toContain('<style>')
    expect(waitedFor, 'what the first paint would wait for').toBeNull()

    await page.goto(address, { waitUntil: 'networkidle' })
    expect(await fetchedKilobytes(page), 'KB of a revisit').toBeLessThanOrEqual(BUDGET.revisit)
  })

/** Widths of the product photos that a desktop fetches when it opens the page by its address. */
async function photoWidths(page: Page, open: () => Promise<unknown>): Promise<string[]> {
  const widths: string[] = []
  const note = (request: Request) =>
    widths.push(/\/product-images\/.*-(\d+)\.avif/.exec(request.url())?.[1] ?? '')
  page.on('request', note)
  await open()
  page.off('request', note)
  return widths.filter(Boolean)
}

test('The data saver fetches no large photo by address or on a reload', async ({ browser, onTestEnd }) => {
  const context = await newContext(browser, { width: 1280 })
  onTestEnd(() => context.close())
  const page = await context.newPage()
  const address = await someProduct()
  const open = () => page.goto(address, { waitUntil: 'networkidle' })
  const reload = () => page.reload({ waitUntil: 'networkidle' })
  expect(await photoWidths(page, open)).toContain('1280')

  await page.goto('/me', { waitUntil: 'networkidle' })
  await page.getByLabel('Data saver').check()
  for (const step of [open, reload]) {
    const widths = await photoWidths(page, step)
    expect(widths).not.toContain('1280')
    expect(widths).toContain('640')
  }
  expect(await photoWidths(page, () => page.goto('/products', { waitUntil: 'networkidle' }))).not.toContain(
    '640',
  )

  await page.goto('/me', { waitUntil: 'networkidle' })
  await page.getByLabel('Data saver').uncheck()
  expect(await photoWidths(page, open)).toContain('1280')
})

test('The messages page of a signed-in person needs few requests', async ({ openSignedIn }) => {
  const page = await openSignedIn(BLANK, { width: 390, person: await newMember('Ama') })
  const { requests } = await weigh(page, '/messages')
  expect(requests.length).toBeLessThanOrEqual(SIGNED_IN_REQUESTS)
})

test('Photos load as the reader scrolls near them', async ({ browser, onTestEnd }) => {
  const { context, page } = await newPhone(browser)
  onTestEnd(() => context.close())
  const photos = new Set<string>()
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'image') photos.add(request.url())
  })
  await page.goto('/products?sort=oldest', { waitUntil: 'networkidle' })
  const cards = page.locator('.product-grid img')
  const inAll = await cards.count()
  expect(photos.size).toBeGreaterThanOrEqual(4)
  expect(photos.size).toBeLessThan(inAll)

  await cards.last().scrollIntoViewIfNeeded()
  await expectSoon(() => photos.size).toBe(inAll)
})
