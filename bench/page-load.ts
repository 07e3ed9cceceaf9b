import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { type Browser, chromium, type Request } from '@playwright/test'
import { findChromium } from '#scripts/programs/chromium.js'
import { median } from '#bench/load/percentile.ts'
import type { Row } from './report.ts'
import { type Site, startSite } from '#testing/scale/site.ts'

/** Kept between runs, because preparing the demo market's photos takes long. */
const DEMO_DATA_DIR = join(import.meta.dirname, '../.cache/bench-demo')
const KILOBYTE = 1024
/** The median counts, because a busy machine distorts single runs. */
const RUNS = 5
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

interface Paints {
  score: number
  largestPaint: number
  blockingTime: number
  layoutShift: number
}

/** Lighthouse either simulates a slow network or throttles the real one. */
type Throttling = 'simulate' | 'devtools'

/** Uses Lighthouse's throttling of a phone: 150 ms and 1.6 Mbit/s, a processor four times slower. */
async function paintsOf(url: string, port: number, throttlingMethod: Throttling): Promise<Paints> {
  const result = await lighthouse(url, { port, onlyCategories: ['performance'], throttlingMethod })
  if (!result) throw new Error('Lighthouse returned no result')
  const { audits, categories } = result.lhr
  const valueOf = (audit: string) => audits[audit]?.numericValue ?? Infinity
  return {
    score: (categories.performance?.score ?? 0) * 100,
    largestPaint: valueOf('largest-contentful-paint') / 1000,
    blockingTime: valueOf('total-blocking-time'),
    layoutShift: valueOf('cumulative-layout-shift'),
  }
}

/** Bytes transferred in a first visit without scrolling, without later fetches of the service worker. */
async function weightsOf(url: string, browser: Browser) {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(url, { waitUntil: 'networkidle' })
  const bytes = { script: 0, document: 0, total: 0 }
  for (const request of requests) {
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    const type = request.resourceType()
    bytes.total += responseBodySize + responseHeadersSize
    if (type === 'script' || type === 'document') bytes[type] += responseBodySize
  }
  await context.close()
  return bytes
}

async function medianPaints(url: string, port: number, throttling: Throttling): Promise<Paints> {
  const visits: Paints[] = []
  for (let run = 0; run < RUNS; run += 1) visits.push(await paintsOf(url, port, throttling))
  const of = (part: keyof Paints) => median(visits.map((visit) => visit[part]))
  return {
    score: of('score'),
    largestPaint: of('largestPaint'),
    blockingTime: of('blockingTime'),
    layoutShift: of('layoutShift'),
  }
}

interface Kind {
  kind: string
  path: string
  /** Goals in seconds to the largest paint, simulated and throttled. */
  goals: [simulated: number, throttled: number]
}

/** Finds the landing pages. */
async function kindsOf(site: string): Promise<Kind[]> {
  const read = async <Reply>(path: string) => (await (await fetch(site + path)).json()) as Reply
  const { items } = await read<{ items: { id: string }[] }>('/api/products?limit=1')
  const id = items[0]?.id ?? ''
  const { seller } = await read<{ seller: { id: string } }>(`/api/products/${id}`)
  return [
    { kind: 'list', path: '/products', goals: [1, 1.3] },
    { kind: 'home', path: '/', goals: [1, 1.3] },
    { kind: 'product', path: `/products/${id}`, goals: [1.2, 1.4] },
    { kind: 'seller', path: `/sellers/${seller.id}`, goals: [1, 1.3] },
  ]
}

async function rowsOf({ kind, path, goals }: Kind, site: string, browser: Browser, debuggingPort: number) {
  const url = site + path
  const bytes = await weightsOf(url, browser)
  const simulated = await medianPaints(url, debuggingPort, 'simulate')
  const throttled = await medianPaints(url, debuggingPort, 'devtools')
  const name = `${kind} page, phone, slow 4G`
  const row = (figure: number, unit: string, atMost: number): Row => ({ name, figure, unit, atMost })
  return [
    row(simulated.largestPaint, 's to the largest paint, simulated', goals[0]),
    row(throttled.largestPaint, 's to the largest paint, throttled', goals[1]),
    row(simulated.blockingTime, 'ms blocked', 100),
    row(simulated.layoutShift, 'layout shift', 0.01),
    { name, figure: simulated.score, unit: 'Lighthouse', atLeast: 99 },
    row(bytes.script / KILOBYTE, 'KB of script', 95),
    row(bytes.document / KILOBYTE, 'KB of HTML', 14),
    row(bytes.total / KILOBYTE, 'KB in all', 180),
  ]
}

export async function launchChromium(...further: string[]): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium is not installed: its package is called chromium')
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({
    executablePath,
    args: ['--disable-gpu', '--no-first-run', ...sandbox, ...further],
  })
}

export function startDemoSite(port: number, settings?: Record<string, string>): Promise<Site> {
  mkdirSync(DEMO_DATA_DIR, { recursive: true })
  return startSite({ port, dataDir: DEMO_DATA_DIR, demo: true, settings })
}

/** Measures the landing pages as a phone on a slow network opens them for the first time. */
export async function pageLoadRows(port: number): Promise<Row[]> {
  await using site = await startDemoSite(port)
  const debuggingPort = port + 1
  const debugging = `--remote-debugging-port=${debuggingPort}`
  await using browser = await launchChromium(debugging, '--disable-background-networking')
  const rows: Row[] = []
  for (const kind of await kindsOf(site.url))
    rows.push(...(await rowsOf(kind, site.url, browser, debuggingPort)))
  return rows
}
