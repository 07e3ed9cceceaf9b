import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

/** Google's limit for a good page is 0.1; ours is the specification's 'no layout shift', with rounding. */
const SHIFT_MAX = 0.01

/** WCAG 2.2 up to level AA, and axe's own advice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const OPTIONS: RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  // Fixed bars half cover targets; smallTargets scrolls each into view instead.
  rules: { 'target-size': { enabled: false } },
  resultTypes: ['violations'],
}

/** Smaller than `axe.source`, which a browser reads more slowly than it runs. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Finds axe's violations in the page or in what `within` selects. Names the rule and the element of each. */
export async function axeViolations(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE)
  const { violations } = await page.evaluate(
    ([context, options]) => (window as unknown as { axe: typeof axe }).axe.run(context, options),
    [within, OPTIONS] as const,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary ?? ''})`),
  )
}

/** Ten times the longest transition, because a transition in an undrawn element never ends. */
const CHANGE_MAX_MS = 2000

/** Waits until all colour transitions have ended. */
export async function changedOver(page: Page): Promise<void> {
  await page.evaluate(async (longest) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Scroll animations end only at the end of the page.
    const changing = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, timeline }) =>
            timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
        )
    await nextFrame()
    const end = performance.now() + longest
    // One transition may start the next if a colour is inherited.
    for (let now = changing(); now.length > 0 && performance.now() < end; now = changing()) {
      const changed = Promise.allSettled(now.map((animation) => animation.finished))
      await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, longest))])
      await nextFrame()
    }
  }, CHANGE_MAX_MS)
}

/** Sum of the unexplained layout shifts so far, and what moved from where to where. */
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
          // The mark follows everything that happened before it.
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

/** Width of the page beyond the screen in pixels; 0 on a sound page. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Scrolls through the whole page, so that lazy content loads, and returns to the top. */
export async function seeAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top)
      await frame()
    }
    scrollTo(0, 0)
    await frame()
  })
}

export const layoutShift = async (page: Page): Promise<number> => (await layoutShifts(page)).sum

/** Expects no layout shift since the page opened. */
export async function expectNoShift(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const { sum, what } = await layoutShifts(page)
  expect(sum, `layout shift of ${what}`).toBeLessThanOrEqual(SHIFT_MAX)
}
