import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions, Page } from '@playwright/test'
import { marketUrl } from './market.ts'
import { someAddress } from './some-address.ts'

export interface ContextOptions {
  width: number
  dark?: boolean
  /** False reads the page as the server sent it. */
  javaScript?: boolean
  /** Beside those for the clipboard. */
  permissions?: string[]
  /** What the browser has stored before it opens its first page. */
  storageState?: BrowserContextOptions['storageState']
  /** True where the journey is about the service worker: to start it in each new browser takes a quarter of the time. */
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
  // Fewer processes to start and to switch between take a tenth less of the processor.
  '--renderer-process-limit=1',
  '--in-process-gpu',
  // Nothing waits for another host; page-problems.ts notes each request to one.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]
// Chromium's sandbox refuses to run as root.
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Chromium without its windows, which takes half as much; Playwright's own where `npm test` found none. */
export const launchOptions = (): LaunchOptions => ({
  executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH,
  args: [...FLAGS, ...AS_ROOT],
})

/** For what only the whole Chromium does: to show notifications, and to forbid site data. */
export const wholeChromium = (): LaunchOptions => ({
  executablePath: process.env.CHROMIUM_PATH,
  channel: process.env.CHROMIUM_PATH === undefined ? 'chromium' : undefined,
  args: [...FLAGS, ...AS_ROOT],
})

/** A phone or a desktop by its width, with cookies and storage of its own. */
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

/** For a journey that arranges its page before the first address. */
export const BLANK = 'about:blank'

/** Waits until React listens: before it, a click on a button does nothing yet. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber$'))
  })
}
