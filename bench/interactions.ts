import type { Browser, Locator, Page } from '@playwright/test'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#demo/people.ts'
import { median } from '#bench/load/percentile.ts'
import { launchChromium, PHONE, startDemoSite } from './page-load.ts'
import type { Row } from './report.ts'

/** A processor four times slower, like Lighthouse's phone. */
const SLOWER = 4
/** The median counts, because a busy machine distorts single runs. */
const RUNS = 7
/** Rounding of PerformanceObserver. */
const STEP_MILLISECONDS = 8

interface Interaction {
  name: string
  path: string
  target: (page: Page) => Locator
  /** Position within the target. Default: its middle. */
  position?: { x: number; y: number }
  /** Runs before each tap. */
  prepare?: (page: Page) => Promise<unknown>
  /** Runs after each tap, to restore the page for the next one. */
  undo?: (page: Page) => Promise<unknown>
  isSignedIn?: boolean
}

const escape = (page: Page) => page.keyboard.press('Escape')
const chip = (page: Page, index: number) =>
  page.getByRole('navigation', { name: 'Categories' }).getByRole('link').nth(index)

const INTERACTIONS: Interaction[] = [
  { name: 'nothing', path: '/products', target: (page) => page.locator('main'), position: { x: 4, y: 4 } },
  {
    name: 'menu',
    path: '/products',
    target: (page) => page.getByRole('button', { name: /^Open menu/ }),
    undo: escape,
  },
  {
    name: 'filter sheet',
    path: '/products',
    target: (page) => page.getByRole('button', { name: 'Filters' }).filter({ visible: true }),
    undo: escape,
  },
  {
    name: 'heart',
    path: '/products',
    target: (page) => page.getByRole('button', { name: /^Favourite/ }).first(),
  },
  { name: 'chip', path: '/products', target: (page) => chip(page, 2), undo: (page) => page.goBack() },
  {
    name: 'send',
    path: '/messages',
    isSignedIn: true,
    prepare: (page) => page.getByRole('textbox', { name: /message/i }).fill('Is it still there?'),
    target: (page) => page.getByRole('button', { name: 'Send', exact: true }),
  },
]

/** Collects the duration of each interaction until the next paint (Event Timing), like INP. */
const observeInteractions = () => {
  const took: number[] = []
  Object.assign(globalThis, { interactions: took })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) took.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

const takeInteractions = () => {
  const { interactions } = globalThis as unknown as { interactions: number[] }
  return interactions.splice(0)
}

async function logIn(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/auth/login`)
  await page.getByLabel('Email').fill(DEMO_PEOPLE[0]?.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(`${site}/`)
}

/** Milliseconds from a tap to the next paint. */
async function tapOnce(page: Page, { prepare, target, position, undo }: Interaction): Promise<number> {
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(takeInteractions)
  await target(page).tap({ position })
  // The entry exists two frames later; an interaction below the threshold has none.
  await page.waitForTimeout(500)
  const took = await page.evaluate(takeInteractions)
  await undo?.(page)
  await page.waitForTimeout(300)
  return Math.max(STEP_MILLISECONDS * 2, ...took)
}

async function rowsOf(interaction: Interaction, site: string, browser: Browser): Promise<Row[]> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(observeInteractions)
  if (interaction.isSignedIn) await logIn(page, site)
  await page.goto(site + interaction.path, { waitUntil: 'networkidle' })
  if (interaction.name === 'send')
    await page.locator('main a[href^="/conversation"], main a[href^="/messages/"]').first().tap()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const took: number[] = []
  // The first tap loads code that later ones already have.
  for (let run = 0; run <= RUNS; run += 1) took.push(await tapOnce(page, interaction))
  await context.close()
  const [first = 0, ...others] = took
  const row = (name: string, figure: number): Row => ({
    name: `${name} on ${interaction.name}, phone`,
    figure,
    unit: 'ms to the next paint',
    atMost: 100,
  })
  return [row('first tap', first), row('tap', median(others))]
}

/** Measures the most frequent taps on a slow phone's processor (INP). */
export async function interactionRows(port: number): Promise<Row[]> {
  await using site = await startDemoSite(port)
  await using browser = await launchChromium()
  const rows: Row[] = []
  for (const interaction of INTERACTIONS) rows.push(...(await rowsOf(interaction, site.url, browser)))
  return rows
}
