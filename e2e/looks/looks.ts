import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { decodeJwt } from 'jose'
import type { Session } from '#contract/accounts/accounts.ts'
import { hydrated, newContext } from '#e2e/browser.ts'
import { htmlProblems } from '#e2e/html-problems.ts'
import { axeViolations, changedOver, expectNoShift, seeAll } from '#e2e/page-checks.ts'
import { collectProblems } from '#e2e/page-problems.ts'
import type { StoredSession } from '#e2e/people.ts'
import { someAddress } from '#e2e/some-address.ts'
import { POINTER, smallTargets, THUMB } from '#e2e/target-size.ts'
import { secretsOf, tokenSigner } from '#testing/live/conversation-people.ts'
import { marketUrl } from '#e2e/market.ts'
import { BROKEN_WORD, findLayoutFaults } from './layout-faults.ts'
import type { LooksMarket } from './arrange-market.ts'
import type { PageLook } from './page-looks.ts'

/** File with the arranged market; the project `arrange` writes it. */
export const MARKET_FILE = join(import.meta.dirname, '..', '..', '.cache', 'looks', 'market.json')

/** Widths of the smallest phone, a usual phone and a desktop. */
export const WIDTHS = [320, 390, 1280] as const
export const [SMALL, PHONE, DESK] = WIDTHS
const HEIGHT = 844
/** Number of faults printed for each check; a page that is too wide has dozens. */
const SHOWN_MAX = 8

export interface LooksFixtures {
  market: LooksMarket
  openLook: (look: PageLook, width?: number) => Promise<Page>
}

/** Signs a new access token for a session, because a session that two browsers refresh would end. */
async function renewed({ cookies, origins }: StoredSession): Promise<StoredSession> {
  const sign = tokenSigner(secretsOf(process.env.MARKET_SECRET_KEY ?? ''))
  const renew = async (stored: string) => {
    const session = JSON.parse(stored) as Session
    const { sub = '', sid } = decodeJwt<{ sid: string }>(session.access_token)
    const accessToken = await sign({ id: sub, sessionId: sid })
    const { exp } = decodeJwt(accessToken)
    return JSON.stringify({ ...session, access_token: accessToken, expires_at: exp, received_at: Date.now() })
  }
  const storedAt = ({ name, value }: { name: string; value: string }) =>
    renew(value).then((renewedValue) => ({ name, value: renewedValue }))
  return {
    cookies,
    origins: await Promise.all(
      origins.map(async ({ origin, localStorage }) => ({
        origin,
        localStorage: await Promise.all(localStorage.map(storedAt)),
      })),
    ),
  }
}

interface Device {
  context: BrowserContext
  problems: string[]
}

async function startDevice(browser: Browser, width: number): Promise<Device> {
  const context = await newContext(browser, { width })
  // A context's only process ends with its last page.
  await context.newPage()
  return { context, problems: await collectProblems(context, [marketUrl]) }
}

/** Opens a page as on a first visit: nothing is stored or cached, and it has its own network address. */
async function openPage(context: BrowserContext, look: PageLook, market: LooksMarket): Promise<Page> {
  const session = look.as === undefined ? undefined : market.sessions[look.as]
  await context.setStorageState(session ? await renewed(session) : { cookies: [], origins: [] })
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': someAddress() })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(addressOf(look, market))
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  await look.after?.(page)
  return page
}

export const addressOf = ({ at }: PageLook, market: LooksMarket): string =>
  typeof at === 'string' ? at : at(market)

export const test = base.extend<LooksFixtures, { deviceOf: (width: number) => Promise<Device> }>({
  market: async ({ browserName: _ }, provide) => {
    await provide(JSON.parse(readFileSync(MARKET_FILE, 'utf8')) as LooksMarket)
  },
  // Looks share a phone and a desktop browser, so that compiled scripts such as axe are reused.
  deviceOf: [
    async ({ browser }, provide) => {
      const devices = new Map<number, Promise<Device>>()
      await provide((width) => {
        const device = devices.get(width) ?? startDevice(browser, width)
        devices.set(width, device)
        return device
      })
    },
    { scope: 'worker' },
  ],
  openLook: async ({ deviceOf, market }, provide) => {
    const opened: { device: Device; page: Page; look: PageLook }[] = []
    await provide(async (look, width = PHONE) => {
      const device = await deviceOf(width)
      const page = await openPage(device.context, look, market)
      opened.push({ device, page, look })
      return page
    })
    for (const { device, page, look } of opened) {
      await page.close()
      await device.context.setOffline(false)
      const expected = [
        ...(look.isMissing ? [/(?:answer|status of) 404\b/] : []),
        ...(look.expected ? [look.expected] : []),
      ]
      const unexpected = device.problems
        .splice(0)
        .filter((problem) => !expected.some((known) => known.test(problem)))
      expect(unexpected, 'problems in the browser').toEqual([])
    }
  },
})

async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT })
  await changedOver(page)
}

interface Judged {
  widths?: readonly number[]
  /** Selector for axe. Default: the whole page. */
  within?: string
}

/**
 * Finds faults in the HTML, in the layout at each width and in target sizes, and axe's violations on a light phone and
 * a dark desktop.
 */
export async function findFaults(page: Page, { widths = WIDTHS, within }: Judged = {}): Promise<string[]> {
  const faults: string[] = []
  const note = (what: string, found: string[]) =>
    faults.push(...found.slice(0, SHOWN_MAX).map((fault) => `${what}: ${fault}`))
  note('HTML', await htmlProblems(await page.content()))
  for (const width of widths) {
    await page.emulateMedia({ colorScheme: width === DESK ? 'dark' : 'light' })
    await setWidth(page, width)
    note(`${width} px`, await findLayoutFaults(page))
    if (width === PHONE) note('too small for a thumb', await smallTargets(page, THUMB))
    if (width === DESK) note('too small for a mouse', await smallTargets(page, POINTER))
    if (width === PHONE || width === DESK) note(`axe at ${width} px`, await axeViolations(page, within))
  }
  return faults
}

/** Finds layout faults on a phone with text of twice the size. */
export async function findFaultsOfLargeText(page: Page): Promise<string[]> {
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await setWidth(page, PHONE)
  // Text of twice the size may be wider than its column.
  return (await findLayoutFaults(page)).filter((fault) => !fault.startsWith(BROKEN_WORD))
}

/** Expects no layout shift since the page opened, after scrolling to its end. */
export async function expectSteady(page: Page): Promise<void> {
  await seeAll(page)
  await expectNoShift(page)
}
