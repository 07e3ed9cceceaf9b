import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { type Browser, chromium, type Request } from '@playwright/test'
import { findChromium } from '#scripts/chromium.js'
import type { Row } from './report.ts'
import { startSite } from '#testing/scale/site.ts'

/** Kept between runs, since the demo market's photos take their time. */
export const DEMO_DATA_DIR = join(import.meta.dirname, '../.cache/bench-demo')
const KILOBYTE = 1024
/** The median of these counts: a busy machine spoils single ones. */
const RUNS = 5
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

interface Paints {
  score: number
  largestPaint: number
  layoutShift: number
}

/** By Lighthouse's throttling of a phone: 150 ms and 1.6 Mbit/s, a processor four times slower. */
async function paintsOf(url: string, debuggingPort: number): Promise<Paints> {
  const result = await lighthouse(url, { port: debuggingPort, onlyCategories: ['performance'] })
  if (!result) throw new Error('Lighthouse gave no result')
  const { audits, categories } = result.lhr
  return {
    score: (categories.performance?.score ?? 0) * 100,
    largestPaint: (audits['largest-contentful-paint']?.numericValue ?? Infinity) / 1000,
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Infinity,
  }
}

/** Bytes of a first visit that does not scroll, as they travel; not what the service worker fetches afterwards. */
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

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity

/** The list page as a phone on a slow network opens it for the first time. */
export async function pageLoadRows(port: number): Promise<Row[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium is not installed: its package is called chromium')
  mkdirSync(DEMO_DATA_DIR, { recursive: true })
  const site = await startSite({ port, dataDir: DEMO_DATA_DIR, demo: true })
  const debuggingPort = port + 1
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [`--remote-debugging-port=${debuggingPort}`, '--disable-gpu', '--no-first-run', ...sandbox]
  const browser = await chromium.launch({
    executablePath,
    args: [...args, '--disable-background-networking'],
  })
  try {
    const url = `${site.url}/products`
    const bytes = await weightsOf(url, browser)
    const visits: Paints[] = []
    for (let run = 0; run < RUNS; run += 1) visits.push(await paintsOf(url, debuggingPort))
    const of = (part: keyof Paints) => median(visits.map((visit) => visit[part]))
    const name = 'list page, phone, slow 4G'
    return [
      { name, figure: of('largestPaint'), unit: 's to the largest paint', goal: 1.2, atMost: true },
      { name, figure: of('layoutShift'), unit: 'layout shift', goal: 0.01, atMost: true },
      { name, figure: of('score'), unit: 'Lighthouse', goal: 99 },
      { name, figure: bytes.script / KILOBYTE, unit: 'KB of script', goal: 85, atMost: true },
      { name, figure: bytes.document / KILOBYTE, unit: 'KB of HTML', goal: 14, atMost: true },
      { name, figure: bytes.total / KILOBYTE, unit: 'KB in all', goal: 200, atMost: true },
    ]
  } finally {
    await browser.close()
    await site.stop()
  }
}
