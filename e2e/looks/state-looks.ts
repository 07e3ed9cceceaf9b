import type { Page } from '@playwright/test'
import { hydrated } from '#e2e/browser.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import {
  SHARED_PHOTO_MOMENT,
  SHARED_PHOTO_NAME,
  SHARED_PHOTOS_CACHE,
} from '#contract/sharing/share-target.ts'
import { LISTER, longText, MODERATOR, NEWCOMER, RICH_BUYER, RICH_SELLER, RICH_TITLE } from './market.ts'
import { type PageLook, productAt } from './page-looks.ts'
import { inOrder, pictures } from './steps.ts'

const LONG_EMAIL = `${'somebody.with.a.long.name'.repeat(2)}@example.com`
const LONG_NAME = 'Nana Akosua Frempomaa Owusu-Ansah Agyemang-Prempeh'
const WHEN = '2026-10-01T12:00:00.000Z'

type Json = Record<string, unknown>

/** Changes the server's replies at an address from now on. */
const answering = (address: string, change: (reply: Json) => Json) => (page: Page) =>
  page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    return route.fulfill({ response, json: change((await response.json()) as Json) })
  })

/** Lets a colleague decide the first case of the queue and look at the second. */
async function meetColleagues(page: Page): Promise<void> {
  const rows = page.getByRole('region', { name: 'Waiting cases' }).getByRole('link')
  const links = await rows.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const [first, second] = links.flatMap((link) => /\/cases\/([\da-f-]+)/.exec(link)?.[1] ?? [])
  const moderator = { id: 'colleague', name: LONG_NAME }
  await page.route('**/api/moderation/activity', (route) =>
    route.fulfill({
      json: {
        looking: [{ caseId: second, moderator }],
        decided: [{ caseId: first, moderator, action: 'approve' }],
      },
    }),
  )
  await reload(page)
  await page.getByText('decided: Nothing is wrong').waitFor()
}

async function reload(page: Page): Promise<void> {
  await page.reload()
  await hydrated(page)
  await page.waitForLoadState('networkidle')
}

/** Opens a mailed link with this reply of the server. */
const openLink = (reply: Json) => async (page: Page) => {
  const json = {
    session: null,
    challenge: null,
    account: null,
    choosePassword: false,
    isUsed: false,
    next: '/',
    ...reply,
  }
  await page.route('**/api/auth/verify-email', (route) => route.fulfill({ json }))
  await page.goto('about:blank')
  await page.goto('/auth/verify-email#token=any')
  await hydrated(page)
  await page.waitForLoadState('networkidle')
}

async function sendLoggedOut(page: Page): Promise<void> {
  await page.getByPlaceholder('Write a message').fill('Is it still available?')
  // Simulates a logout in another tab.
  await page.evaluate(() => localStorage.removeItem('sankofa.session'))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Log in to send.').waitFor()
}

/** Simulates photos planted by another site. */
async function sharePhotos(page: Page): Promise<void> {
  const [photo] = await pictures(1)
  await page.evaluate(
    async ([bytes, cacheName, nameHeader, momentHeader]) => {
      const cache = await caches.open(cacheName)
      for (const name of ['one', 'two', 'three', 'four', 'five']) {
        const headers = {
          'Content-Type': 'image/jpeg',
          [nameHeader]: `${name}.jpg`,
          [momentHeader]: String(Date.now()),
        }
        await cache.put(`/shared/${name}`, new Response(new Uint8Array(bytes), { headers }))
      }
    },
    [[...(photo?.buffer ?? [])], SHARED_PHOTOS_CACHE, SHARED_PHOTO_NAME, SHARED_PHOTO_MOMENT] as const,
  )
  await reload(page)
  await page.getByText('Did you share 5 photos with this app?').waitFor()
}

const HOLD = {
  cause: 'photo-of-another',
  since: WHEN,
  until: '2040-01-01T12:00:00.000Z',
  answer: null,
  mayAnswer: true,
}
const ANSWERED = {
  ...HOLD,
  answer: { words: longText(MODERATION_WORDS_MAX), createdAt: WHEN },
  mayAnswer: false,
}

const held = (hold: object) =>
  inOrder(
    answering('**/api/selling/products/*', (reply) => ({ ...reply, hold })),
    reload,
  )

const report = (change: Json) => ({
  id: crypto.randomUUID(),
  target: { kind: 'product', id: crypto.randomUUID() },
  title: RICH_TITLE,
  reason: 'prepayment',
  createdAt: WHEN,
  outcome: null,
  pictures: [],
  ...change,
})
const PICTURE = { src: '/photos/none', thumbhash: 'k0oGLQaSVsN0BVhn2oq2Z5SQUQcZ', width: 900, height: 600 }
const REPORTS = [
  report({ outcome: 'upheld', pictures: [PICTURE, PICTURE, PICTURE] }),
  report({ title: null, target: { kind: 'message', id: crypto.randomUUID() }, outcome: 'not-upheld' }),
]

/** Follows the link to the seller, so that the page loads from the API instead of the server's HTML. */
async function openRatedSeller(page: Page): Promise<void> {
  await answering('**/api/sellers/*', (reply) => ({ ...reply, rating: { average: 4.75, count: 1234 } }))(page)
  await page.getByRole('main').locator('a[href^="/sellers/"]').first().click()
  await page.waitForURL('**/sellers/*')
  await page.getByText('4.8 from').first().waitFor()
}

const editing = productAt(RICH_TITLE, '/edit-product')
const SELLER = RICH_SELLER.email

/** States that require a certain answer of the server, another tab or another app. */
export const STATE_LOOKS: PageLook[] = [
  {
    at: '/auth/verify-email',
    state: 'a mailed link that waits for a tap',
    after: openLink({ account: LONG_EMAIL }),
    isUsual: true,
  },
  {
    at: '/auth/verify-email',
    state: 'a mailed link that is used up',
    after: openLink({ isUsed: true }),
    isUsual: true,
  },
  {
    at: ({ conversationId }) => `/conversation/${conversationId}`,
    as: RICH_BUYER.email,
    state: 'logged out in another tab',
    after: sendLoggedOut,
    expected: /(?:answer|status of) 401\b/,
  },
  { at: editing, as: SELLER, state: 'held, with a way to answer', after: held(HOLD) },
  { at: editing, as: SELLER, state: 'held, and answered', after: held(ANSWERED) },
  {
    at: '/create-product',
    as: LISTER.email,
    state: 'photos that were shared',
    after: sharePhotos,
    isUsual: true,
  },
  {
    at: '/create-product',
    as: LISTER.email,
    state: 'with the region of its town',
    after: async (page) => {
      await page.getByLabel('Town or area').fill('Adum, Kumasi')
      await page.getByText('In Ashanti').waitFor()
    },
    isUsual: true,
  },
  { at: productAt(RICH_TITLE), state: 'its seller with a rating', after: openRatedSeller },
  {
    at: '/reports',
    as: NEWCOMER.email,
    state: 'with outcomes and pictures',
    after: inOrder(
      answering('**/api/reports', () => ({ items: REPORTS, nextCursor: null })),
      reload,
    ),
    expected: /answer 404|status of 404/,
  },
  {
    at: ({ sellerId }) => `/moderation?pile=${sellerId}`,
    as: MODERATOR.email,
    state: 'with colleagues',
    after: meetColleagues,
  },
  {
    at: ({ caseId }) => `/moderation/cases/${caseId}`,
    as: MODERATOR.email,
    state: 'with words from the seller',
    after: inOrder(
      answering('**/api/moderation/cases/*', (reply) => ({
        ...reply,
        answers: [{ words: longText(MODERATION_WORDS_MAX), createdAt: WHEN }],
      })),
      reload,
    ),
  },
]
