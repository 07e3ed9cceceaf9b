import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { shots } from './browser.ts'

/** WCAG 2.2 up to level AA, and axe's own advice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Google's limit for a good page is 0.1; ours is the specification's 'no layout shift', with rounding. */
const SHIFT_MAX = 0.01

/** Waits until it is there to be seen. */
export async function expectShown(locator: Locator): Promise<void> {
  await locator.first().waitFor()
  expect(await locator.first().isVisible()).toBe(true)
}

/** What axe finds on the page as it stands: the rule and the element of each violation. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults, string[]>(
    (tags) =>
      (window as unknown as { axe: typeof axe }).axe.run({
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
      }),
    TAGS,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary ?? ''})`),
  )
}

/** Waits until every colour has changed over. */
async function changedOver(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const changing = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await nextFrame()
    // One change may start the next, where a colour is inherited.
    for (let now = changing(); now.length > 0; now = changing()) {
      await Promise.allSettled(now.map((animation) => animation.finished))
      await nextFrame()
    }
  })
}

export async function expectNoAxeViolations(page: Page): Promise<void> {
  await changedOver(page)
  expect(await axeViolations(page), 'axe').toEqual([])
}

/** Sum of the layout shifts so far that no tap or key explains, and what was shifted from where to where. */
async function layoutShifts(page: Page): Promise<{ sum: number; what: string }> {
  return page.evaluate(
    () =>
      new Promise<{ sum: number; what: string }>((resolve) => {
        let sum = 0
        const what: string[] = []
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntriesByType('layout-shift')) {
            const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
              value: number
              hadRecentInput: boolean
              sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
            }
            if (hadRecentInput) continue
            sum += value
            for (const { node, previousRect, currentRect } of sources)
              what.push(`"${node?.textContent?.slice(0, 40)}" ${previousRect.y} to ${currentRect.y}`)
          }
          // The mark comes after all that happened before it.
          if (list.getEntriesByType('mark').length === 0) return
          observer.disconnect()
          resolve({ sum, what: what.join(', ') })
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        observer.observe({ type: 'mark' })
        performance.mark('layout-shift-so-far')
      }),
  )
}

/** Pixels by which the page is wider than the screen; 0 on a sound page. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Scrolls through the whole page, so that what loads late is there, and returns to its top. */
async function seeAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top)
      await frame()
    }
    scrollTo(0, 0)
    await frame()
  })
  await page.waitForLoadState('networkidle')
}

export const layoutShift = async (page: Page): Promise<number> => (await layoutShifts(page)).sum

async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await changedOver(page)
}

/** No sideways scroll and nothing for axe, light and dark. Saves pictures. */
export async function expectSoundLook(page: Page, name: string): Promise<void> {
  expect(await sidewaysScroll(page), 'sideways scroll').toBe(0)
  mkdirSync(shots, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme)
    await expectNoAxeViolations(page)
    const file = `${name} ${colorScheme}`.replace(/\W+/g, '-')
    await page.screenshot({ path: join(shots, `${file}.png`), fullPage: true })
  }
}

/** What every page owes on every screen as it opens: no layout shift, and a sound look. */
export async function expectSoundPage(page: Page, name: string): Promise<void> {
  await seeAll(page)
  const { sum, what } = await layoutShifts(page)
  expect(sum, `layout shift of ${what}`).toBeLessThanOrEqual(SHIFT_MAX)
  await expectSoundLook(page, name)
}
