import type { Page } from '@playwright/test'
import { expectNoShift } from '#e2e/page-checks.ts'
import { signedIn } from '#e2e/people.ts'
import { BLANK, hydrated } from '#e2e/browser.ts'
import { test } from '#e2e/journey.ts'

/** All pages with outlines on a phone, and those with columns on a desktop. */
const PAGES: [width: number, addresses: string[]][] = [
  [
    390,
    [
      '/notifications-page',
      '/messages',
      '/dashboard',
      '/favourites',
      '/deals',
      '/saved-searches',
      '/profile?section=personal',
      '/settings-page?section=notifications',
    ],
  ],
  [1280, ['/messages', '/dashboard', '/favourites', '/settings-page']],
]

const READER = 'kofi@example.com'

/** Holds requests from `hold` until `release`. */
async function holdCalls(page: Page) {
  let arrival = Promise.withResolvers<void>()
  arrival.resolve()
  await page.route(/\/api\/(?!auth)/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  return {
    hold: () => void (arrival = Promise.withResolvers<void>()),
    release: () => arrival.resolve(),
  }
}

const outlines = (page: Page) => page.getByRole('main').locator('.skeleton')

async function expectOutlinesReplaced(page: Page): Promise<void> {
  await outlines(page).first().waitFor({ state: 'detached' })
  await expectNoShift(page)
}

for (const [width, addresses] of PAGES) {
  test(`Late content moves nothing for a reader who has scrolled, at ${width} px`, async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn(BLANK, { email: READER, width })
    const calls = await holdCalls(page)
    for (const address of addresses) {
      await test.step(address, async () => {
        calls.hold()
        await page.goto(address)
        await hydrated(page)
        await outlines(page).first().waitFor()
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        calls.release()
        await expectOutlinesReplaced(page)
      })
    }
  })
}

for (const width of [390, 1280]) {
  test(`A conversation replaces its outline without a shift, at ${width} px`, async ({ openSignedIn }) => {
    const reader = await signedIn(READER)
    const { items } = await reader.call<{ items: { id: string }[] }>('GET', '/api/conversations')
    const page = await openSignedIn(BLANK, { email: READER, width })
    // The outline is painted before its scripts load, as on a slow line.
    const scripts = Promise.withResolvers<void>()
    await page.route(/\/assets\/main-.*\.js$/, async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto(`/conversation/${items[0]?.id}`, { waitUntil: 'commit' })
    await outlines(page).first().waitFor()
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    scripts.resolve()
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await expectOutlinesReplaced(page)
  })
}
