import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { findChromium } from '#scripts/chromium.js'
import type { Row } from './report.ts'
import { startSite } from './site.ts'

/** Kept between runs, since the demo market's photos take their time. */
const DATA_DIR = join(import.meta.dirname, '../.cache/bench-demo')
const KILOBYTE = 1024
/** Lighthouse's own throttling of a phone: 150 ms and 1.6 Mbit/s, a processor four times slower. Median of these runs. */
const RUNS = 3

interface Visit {
  score: number
  largestPaint: number
  layoutShift: number
  bytes: { total: number; script: number; document: number }
}

async function visit(url: string, debuggingPort: number): Promise<Visit> {
  const result = await lighthouse(url, {
    port: debuggingPort,
    onlyCategories: ['performance'],
    output: 'json',
  })
  if (!result) throw new Error('Lighthouse gave no result')
  const { audits, categories } = result.lhr
  const requests =
    (audits['network-requests']?.details as { items?: { resourceType?: string; transferSize?: number }[] })
      ?.items ?? []
  const sum = (type?: string) =>
    requests.reduce(
      (bytes, request) => bytes + (!type || request.resourceType === type ? (request.transferSize ?? 0) : 0),
      0,
    )
  return {
    score: (categories.performance?.score ?? 0) * 100,
    largestPaint: (audits['largest-contentful-paint']?.numericValue ?? Infinity) / 1000,
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Infinity,
    bytes: { total: sum(), script: sum('Script'), document: sum('Document') },
  }
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity

/** The list page as a phone on a slow network opens it for the first time. */
export async function pageLoadRows(port: number): Promise<Row[]> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Page load: Chromium is not installed')
  mkdirSync(DATA_DIR, { recursive: true })
  const site = await startSite({ port, dataDir: DATA_DIR, demo: true })
  const debuggingPort = port + 1
  const browser = await chromium.launch({
    executablePath,
    args: [
      `--remote-debugging-port=${debuggingPort}`,
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  try {
    const visits: Visit[] = []
    for (let run = 0; run < RUNS; run += 1) visits.push(await visit(`${site.url}/products`, debuggingPort))
    const of = (read: (visit: Visit) => number) => median(visits.map(read))
    const name = 'list page, phone, slow 4G'
    return [
      { name, figure: of((v) => v.largestPaint), unit: 's to the largest paint', goal: 1.2, atMost: true },
      { name, figure: of((v) => v.layoutShift), unit: 'layout shift', goal: 0.01, atMost: true },
      { name, figure: of((v) => v.score), unit: 'Lighthouse', goal: 99 },
      { name, figure: of((v) => v.bytes.script) / KILOBYTE, unit: 'KB of script', goal: 85, atMost: true },
      { name, figure: of((v) => v.bytes.document) / KILOBYTE, unit: 'KB of HTML', goal: 14, atMost: true },
      { name, figure: of((v) => v.bytes.total) / KILOBYTE, unit: 'KB in all', goal: 200, atMost: true },
    ]
  } finally {
    await browser.close()
    await site.stop()
  }
}
