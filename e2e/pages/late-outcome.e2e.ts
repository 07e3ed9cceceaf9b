import { expect, type Page } from '@playwright/test'
import { BLANK, hydrated } from '#e2e/browser.ts'
import { test } from '#e2e/journey.ts'
import { expectNoShift } from '#e2e/page-checks.ts'

const SECRET = 'a'.repeat(43)
const NOT_OPENED = { session: null, challenge: null, account: null }
const DECISION = {
  id: '01930000-0000-7000-8000-00000000a3a0',
  target: { kind: 'product', id: '01930000-0000-7000-8000-00000000a3a0' },
  title: 'Samsung Galaxy A54',
  action: 'remove',
  rule: 'own-goods',
  words: 'Its owner showed us that it was stolen.',
  until: null,
  createdAt: '2026-10-01T12:00:00.000Z',
  appeal: null,
  mayAppeal: true,
}

interface MailedLink {
  what: string
  at: string
  /** The server's late reply; missing for links that are refused without it. */
  reply?: { status: number; json: unknown }
  /** Text that shows the outcome. */
  shows: string
}

const refusal = (status: number, code: string) => ({ status, json: { error: { code, message: 'Refused' } } })
const success = (json: unknown) => ({ status: 200, json })

const LINKS: MailedLink[] = [
  { what: 'a link without its secret', at: '/auth/verify-email', shows: 'log in to get a new link' },
  {
    what: 'an expired link',
    at: `/auth/verify-email#token=${SECRET}`,
    reply: refusal(410, 'link-expired'),
    shows: 'log in to get a new link',
  },
  {
    what: 'a proof in another browser',
    at: `/auth/verify-email#proof=${SECRET}`,
    shows: 'Ask for a new link on the page',
  },
  {
    what: 'a new password with a second step',
    at: `/auth/update-password#token=${SECRET}`,
    reply: success({ ...NOT_OPENED, challenge: SECRET }),
    shows: 'Verification code',
  },
  {
    what: 'a decision to appeal',
    at: `/appeal#token=${SECRET}`,
    reply: success(DECISION),
    shows: 'Why is the decision wrong?',
  },
]

/** Frames of a second: Chromium attributes shifts of the first half second to the new viewport. */
const FRAMES = 60

const painted = (page: Page) =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  }, FRAMES)

/** Holds the page's scripts and the server's reply, as a slow line does. */
async function holdAll(page: Page, reply: MailedLink['reply']) {
  const [scripts, replies] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/assets\/main-.*\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.route(/\/api\//, async (route) => {
    if (reply === undefined || route.request().method() !== 'POST') return route.fallback()
    await replies.promise
    return route.fulfill(reply)
  })
  return { scripts, replies }
}

for (const width of [320, 390, 1280]) {
  test(`The outcome of a mailed link moves nothing, at ${width} px`, async ({ openPage }) => {
    const page = await openPage(BLANK, { width, expected: [/(?:answer|status of) 410\b/] })
    for (const { what, at, reply, shows } of LINKS) {
      await test.step(what, async () => {
        await page.goto(BLANK)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        const held = await holdAll(page, reply)
        await page.goto(at, { waitUntil: 'commit' })
        await page.getByRole('heading', { level: 1 }).waitFor()
        await painted(page)
        held.scripts.resolve()
        await hydrated(page)
        await painted(page)
        held.replies.resolve()
        await page.getByText(shows).waitFor()
        await expectNoShift(page)
      })
    }
  })
}

for (const width of [320, 1280]) {
  test(`A refusal moves no button that was pressed, at ${width} px`, async ({ openPage }) => {
    const page = await openPage('/unsubscribe#token=nonsense', { width, expected: [/404/] })
    const stop = page.getByRole('button', { name: 'Stop these e-mails' })
    const before = await stop.boundingBox()
    await stop.click()
    await page.getByText('This link is not complete.').waitFor()
    expect(await stop.boundingBox()).toEqual(before)
  })
}
