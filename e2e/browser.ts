import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFailed, onTestFinished } from 'vitest'
import { collectProblems } from './page-problems.ts'
import { someAddress } from './some-address.ts'

export interface OpenOptions {
  width: number
  dark?: boolean
  /** False reads the page as the server sent it. */
  javaScript?: boolean
  /** Problems that the journey causes on purpose, e.g. a missing page. */
  expected?: RegExp[]
  /** Beside those for the clipboard. */
  permissions?: string[]
  /** Runs before the page's own scripts. */
  before?: string
  /** Origins of other sites that the journey leads to. */
  otherSites?: string[]
}

const PHONE_MAX_WIDTH = 767
const FLAGS = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const marketUrl = inject('marketUrl')
export const shots = join(import.meta.dirname, '..', '.cache', 'shots')

let browser: Promise<Browser> | undefined
afterAll(async () => (await browser)?.close())

function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath)
    throw new Error('CHROMIUM_PATH is not set; `npm test -- journeys` finds Chromium by itself')
  // Chromium's sandbox refuses to run as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: [...FLAGS, ...asRoot] })
}

export async function newContext({
  width,
  dark = false,
  javaScript = true,
  permissions = [],
}: OpenOptions): Promise<BrowserContext> {
  browser ??= launch()
  const isPhone = width <= PHONE_MAX_WIDTH
  return (await browser).newContext({
    baseURL: marketUrl,
    viewport: { width, height: isPhone ? 844 : 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    deviceScaleFactor: isPhone ? 2 : 1,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    javaScriptEnabled: javaScript,
    locale: 'en-GH',
    timezoneId: 'Africa/Accra',
    permissions: ['clipboard-read', 'clipboard-write', ...permissions],
    extraHTTPHeaders: { 'X-Forwarded-For': someAddress() },
  })
}

/**
 * Opens an address in a browser of its own and waits until React has taken the page over. The test fails at
 * its end when the browser met any problem on the way (see page-problems.ts).
 */
export async function openPage(address: string, options: OpenOptions): Promise<Page> {
  const context = await newContext(options)
  const problems = await collectProblems(context, [marketUrl, ...(options.otherSites ?? [])])
  if (options.before !== undefined) await context.addInitScript(options.before)
  const page = await context.newPage()
  onTestFailed(async ({ task }) => {
    mkdirSync(shots, { recursive: true })
    const name = task.name.replace(/\W+/g, '-').slice(0, 80)
    await page.screenshot({ path: join(shots, `failed-${name}.png`) }).catch(() => undefined)
  })
  onTestFinished(async () => {
    await context.close()
    const unexpected = problems.filter((problem) => !options.expected?.some((known) => known.test(problem)))
    expect(unexpected, 'problems in the browser').toEqual([])
  })
  await page.goto(address)
  if (options.javaScript !== false) await hydrated(page)
  return page
}

/** Waits until React listens: before it, a click on a button does nothing yet. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber$'))
  })
}
