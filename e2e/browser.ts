import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions, Page } from '@playwright/test'
import { marketUrl } from './market.ts'
import { someAddress } from './some-address.ts'

export interface ContextOptions {
  width: number
  dark?: boolean
  /** False reads the page as the server sent it. */
  javaScript?: boolean
  /** Permissions in addition to those for the clipboard. */
  permissions?: string[]
  /** Cookies and storage of the browser before its first page. */
  storageState?: BrowserContextOptions['storageState']
  /** True if the journey tests the service worker, which takes a quarter of a new browser's start. */
  worker?: boolean
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
  // Fewer processes to start and switch between save a tenth of the CPU time.
  '--renderer-process-limit=1',
  '--in-process-gpu',
  // No other host is reachable; page-problems.ts reports each request to one.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]
// Chromium's sandbox refuses to run as root.
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Chromium without windows, which uses half as much; Playwright's own if `npm test` found none. */
export const launchOptions = (): LaunchOptions => ({
  executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH,
  args: [...FLAGS, ...AS_ROOT],
})

/** The whole Chromium, which is needed to show notifications and to block site data. */
export const wholeChromium = (): LaunchOptions => ({
  executablePath: process.env.CHROMIUM_PATH,
  channel: process.env.CHROMIUM_PATH === undefined ? 'chromium' : undefined,
  args: [...FLAGS, ...AS_ROOT],
})

/** A phone or a desktop by its width, with its own cookies and storage. */
export async function newContext(
  browser: Browser,
  { width, dark = false, javaScript = true, permissions = [], storageState, worker = false }: ContextOptions,
): Promise<BrowserContext> {
  const isPhone = width <= PHONE_MAX_WIDTH
  return browser.newContext({
    baseURL: marketUrl,
    viewport: { width, height: isPhone ? 844 : 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    deviceScaleFactor: 1,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    javaScriptEnabled: javaScript,
    locale: 'en-GH',
    timezoneId: 'Africa/Accra',
    permissions: ['clipboard-read', 'clipboard-write', ...permissions],
    extraHTTPHeaders: { 'X-Forwarded-For': someAddress() },
    storageState,
    serviceWorkers: worker ? 'allow' : 'block',
  })
}

/** Start page for journeys that prepare the page before its first address. */
export const BLANK = 'about:blank'

/** Waits until React listens, because earlier clicks on buttons have no effect yet. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber$'))
  })
}
