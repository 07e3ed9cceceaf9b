import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { fill } from '#testing/market/fill.ts'
import { type Answers, showPage } from '#testing/web/signed-in-page.tsx'
import { SOME_PRODUCT } from '#testing/market/some-product.ts'
import { stubWideScreen } from '#testing/web/wide-screen.ts'
import { toCard } from '#web/products/to-card.ts'
import { filtersInWords } from '#web/search/filters-in-words.ts'
import type { Case, DecisionLine } from '#contract/moderation/cases/cases.ts'
import { idMark } from '#contract/id-mark.ts'
import { SiteNotice } from '#web/app/layout/SiteNotice.tsx'
import { SiteNoticeProvider } from '#web/app/layout/site-notice.ts'
import { writeHidden } from '#web/blocks/hidden-people.ts'
import { PersonSheet } from '#web/moderation/reports/PersonSheet.tsx'
import { DecisionsPage } from '#web/pages/account/DecisionsPage.tsx'
import { MessagesPage } from '#web/pages/account/MessagesPage.tsx'
import { ModerationPage } from '#web/pages/staff/ModerationPage.tsx'
import { ProductPage } from './ProductPage.tsx'
import { ProductsPage } from './ProductsPage.tsx'
import { SellerPage } from './SellerPage.tsx'

/** Start of every text that a person wrote. */
const MARK = 'שלום'
const ID = '0190a000-0000-7000-8000-00000000000a'
const WHEN = '2026-10-01T12:00:00.000Z'
const seller = { ...SOME_PRODUCT.seller, name: `${MARK} name`, bio: `${MARK} bio`, location: `${MARK} home` }
const product = {
  ...SOME_PRODUCT,
  id: ID,
  seller,
  title: `${MARK} title`,
  description: `${MARK} description`,
  location: `${MARK} place`,
  tags: [`${MARK} tag`],
  customFields: [{ name: `${MARK} field`, value: `${MARK} value` }],
}
const review = {
  id: 'r1',
  rating: 5,
  title: `${MARK} review`,
  comment: `${MARK} comment`,
  reviewer: { id: 'yaa', name: `${MARK} reviewer`, avatar: null },
  reply: { text: `${MARK} reply`, createdAt: WHEN },
  createdAt: WHEN,
  updatedAt: WHEN,
}
const page = {
  items: [toCard(product)],
  nextCursor: null,
  count: 1,
  more: false,
  total: { count: 1, more: false },
}
const ANSWERS: Answers = {
  [`GET /api/products/${ID}`]: product,
  [`GET /api/products/${ID}/reviews`]: { items: [review], nextCursor: null, counted: 1, others: 0 },
  'GET /api/sellers/ama': seller,
  'GET /api/sellers/ama/products': page,
  'GET /api/categories': { categories: [] },
  [`GET /api/products?search=${encodeURIComponent(MARK)}`]: page,
}

const ISOLATE = '\u2068'

/** Whether a person's text has its own direction: alone in its element, or isolated within a sentence. */
const isDirected = (text: string, at: number, element: Element | null) =>
  text[at - 1] === ISOLATE || (at === 0 && element?.closest('[dir=auto], bdi') !== null)

/** People's texts that have the direction of the page instead of their own. */
const undirected = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    if (node.parentElement?.closest('title, .sr-only')) continue
    for (const { index } of text.matchAll(new RegExp(MARK, 'g')))
      if (!isDirected(text, index, node.parentElement)) found.push(text)
  }
  return found
}

const typed = () => [
  ...document.querySelectorAll('input[type=text], input:not([type]), input[type=search], textarea'),
]

it.each<[ComponentType, path: string, at: string]>([
  [ProductPage, '/products/:id', `/products/${ID}`],
  [ProductsPage, '/products', `/products?search=${MARK}`],
  [SellerPage, '/sellers/:id', '/sellers/ama'],
])("%o shows people's texts and fields in their own direction", async (Page, path, at) => {
  stubWideScreen()
  Object.defineProperty(navigator, 'sendBeacon', { value: () => true, configurable: true })
  showPage(Page, { answers: ANSWERS, path, at, session: null })
  expect((await screen.findAllByText(`${MARK} title`)).length).toBeGreaterThan(0)
  expect(undirected()).toEqual([])
  const free = typed().filter((field) => field.getAttribute('inputmode') !== 'decimal')
  expect(free.filter((field) => field.getAttribute('dir') !== 'auto')).toEqual([])
})

const person = { id: 'p1', name: `${MARK} person` }
const decision: DecisionLine = {
  id: 'd1',
  target: { kind: 'product', id: ID },
  title: `${MARK} title`,
  subject: person,
  moderator: { id: 'm1', name: `${MARK} moderator` },
  action: 'remove',
  rule: null,
  words: `${MARK} words`,
  until: null,
  createdAt: WHEN,
}
const CARD = {
  id: ID,
  target: decision.target,
  title: `${MARK} title`,
  photo: null,
  subject: person,
  harm: 'money' as const,
  risk: 8,
  reports: 1,
  openedAt: WHEN,
}
const PARTY = { id: 'p5', memberSince: WHEN, side: 'buyer' as const }
const NOTE = {
  parts: [
    { text: `${MARK} linked`, link: '/moderation/people/p' },
    { text: `${MARK} detail`, link: null },
  ],
  more: [{ label: 'Word', text: `${MARK} word` }],
}
const COPY = { src: '/photos/copy', width: 4, height: 3, thumbhash: '' }
const CASE: Case = {
  ...CARD,
  state: 'open',
  text: `${MARK} description`,
  facts: [{ label: 'Place', text: `${MARK} place` }],
  changes: [{ label: 'Title', before: `${MARK} before`, now: `${MARK} now` }],
  photos: [],
  message: {
    writer: { ...PARTY, name: `${MARK} writer` },
    reader: { ...PARTY, name: `${MARK} reader` },
    listing: { title: `${MARK} deleted listing`, link: null },
    sentAt: WHEN,
    messages: 3,
  },
  review: {
    listing: { title: `${MARK} reviewed`, link: '/products/p' },
    hits: { id: 'p3', name: `${MARK} hit`, role: 'seller' },
    dealt: 'deal',
  },
  profile: {
    picture: null,
    listings: [{ status: 'sold', count: 2 }],
    newest: [{ id: 'p', title: `${MARK} newest`, status: 'sold', link: '/products/p', createdAt: WHEN }],
    conversations: { all: 3, recent: 1, unanswered: 1 },
    sharers: { devices: 1, addresses: 0 },
    sharing: [{ id: 'p4', name: `${MARK} sharer`, isBanned: true, caseId: null }],
  },
  copies: ['/products/p', '/moderation/listings?q=p'].map((link) => ({
    photo: { ...COPY, src: `/photos/of${link}` },
    addedAt: WHEN,
    earlier: {
      photo: COPY,
      title: `${MARK} earlier listing ${link}`,
      seller: { id: 'k', name: `${MARK} first seller ${link}` },
      link,
      createdAt: '2026-11-20T12:00:00Z',
    },
  })),
  link: null,
  isDeleted: false,
  person: {
    ...person,
    memberSince: WHEN,
    leftAt: null,
    sameAs: [{ id: 'p2', name: `${MARK} other account`, leftAt: null }],
    phoneVerified: true,
    emailVerified: true,
    listings: 3,
    deals: 1,
    rating: null,
    reportsUpheld: 0,
    reports: 2,
    isStaff: false,
    bar: null,
    sanction: null,
    decisions: [decision],
  },
  signals: [{ text: 'Photos of somebody else', weight: 3, note: NOTE, createdAt: WHEN }],
  reportLines: [
    {
      id: 'r1',
      reason: 'Asks for money first',
      words: `${MARK} report`,
      pictures: [],
      weight: 4,
      reporter: { id: 'k', name: `${MARK} reporter` },
      outside: null,
      createdAt: WHEN,
    },
    {
      id: 'r2',
      reason: 'A child is in danger',
      words: `${MARK} outside report`,
      pictures: [],
      weight: 5,
      reporter: null,
      outside: { role: 'A parent or guardian', name: `${MARK} parent`, email: 'parent@home.example' },
      createdAt: WHEN,
    },
  ],
  answers: [{ words: `${MARK} answer`, createdAt: WHEN }],
  proposal: null,
  similar: [{ id: 'c2', title: `${MARK} other case`, state: 'open', openedAt: WHEN }],
}
const listOf = (...items: object[]) => ({ items, nextCursor: null })
const OF_STAFF: Answers = {
  'GET /api/own-role': { role: 'administrator', hasTwoFactor: true },
  'GET /api/moderation/cases?by=pile': { ...listOf(CARD), open: 1 },
  [`GET /api/moderation/cases/${ID}`]: CASE,
  'GET /api/moderation/audit': listOf({
    id: 'a1',
    actor: { id: 'm1', name: `${MARK} moderator` },
    action: 'refused-word',
    targetKind: null,
    targetId: null,
    note: NOTE,
    createdAt: WHEN,
  }),
  'GET /api/moderation/appeals': {
    appeals: [{ id: 'x', words: `${MARK} appeal`, createdAt: WHEN, decision, bar: null }],
  },
  'GET /api/moderation/held-messages': {
    messages: [
      {
        id: 'h1',
        sender: person,
        memberSince: WHEN,
        other: { id: 'o', name: `${MARK} other` },
        productTitle: `${MARK} title`,
        content: `${MARK} content`,
        guard: [{ rule: 'link', words: `${MARK} link` }],
        photo: null,
        createdAt: WHEN,
      },
    ],
  },
  'GET /api/moderation/people/p1': { ...CASE.person, profile: CASE.profile },
  'GET /api/moderation/people?q=p1': { people: [] },
  'GET /api/moderation/refused-words': { words: [`${MARK} refused`] },
  'GET /api/moderation/mails': listOf({
    id: 'l1',
    kind: 'news-digest',
    person,
    maskedAddress: 'a•••@example.com',
    failure: null,
    createdAt: WHEN,
  }),
}

it.each([
  [`/moderation/cases/${ID}`, 'other case'],
  ['/moderation/audit', 'word'],
  ['/moderation/appeals', 'appeal'],
  ['/moderation/links', 'content'],
  ['/moderation/names', 'refused'],
  ['/moderation/mails', 'person'],
  ['/moderation/people/p1', 'sharer'],
])("%s shows moderators people's texts in their own direction", async (at, last) => {
  stubWideScreen()
  const path = at.split('/').length > 3 ? '/moderation/:view/:id' : '/moderation/:view'
  showPage(ModerationPage, { answers: OF_STAFF, path, at })
  expect((await screen.findAllByText(new RegExp(`${MARK} ${last}`))).length).toBeGreaterThan(0)
  expect(undirected()).toEqual([])
})

const OF_KOFI: Answers = {
  'GET /api/conversations': listOf({
    id: 'c1',
    product: { id: ID, title: `${MARK} title`, price: 100, status: 'available', photo: null },
    other: { id: 'ama', name: `${MARK} name`, avatar: null },
    lastMessage: { text: `${MARK} last`, hasPhoto: false, isOwn: true, createdAt: WHEN },
    lastSeq: 8,
    unread: 0,
    updatedAt: WHEN,
  }),
  [`GET /api/conversations?search=${encodeURIComponent(MARK)}`]: listOf(),
  'GET /api/decisions': listOf({
    ...decision,
    mayAppeal: false,
    appeal: {
      words: `${MARK} appeal`,
      outcome: 'rejected',
      outcomeWords: `${MARK} outcome`,
      createdAt: WHEN,
    },
  }),
}

it.each<[ComponentType, path: string, last: string]>([
  [MessagesPage, '/messages', 'last'],
  [DecisionsPage, '/decisions', 'outcome'],
])("%o shows other people's texts in their own direction", async (Page, path, last) => {
  stubWideScreen()
  showPage(Page, { answers: OF_KOFI, path, at: path })
  expect((await screen.findAllByText(new RegExp(`${MARK} ${last}`))).length).toBeGreaterThan(0)
  expect(undirected()).toEqual([])
})

it('an empty conversation search shows its words in their own direction', async () => {
  stubWideScreen()
  showPage(MessagesPage, { answers: OF_KOFI, path: '/messages', at: '/messages' })
  fill(await screen.findByRole('searchbox'), MARK)
  expect(await screen.findByText('Nothing found')).toBeTruthy()
  expect(undirected()).toEqual([])
})

it("dialogs and toasts show a person's name in its own direction", async () => {
  showPage(() => <PersonSheet person={person} onClose={() => undefined} />, {
    answers: {
      [`PUT /api/blocks/${person.id}`]: {},
      'GET /api/blocks/hidden': { blocked: [], reported: [] },
    },
    path: '/',
    at: '/',
  })
  const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name, hidden: true }))
  expect(undirected()).toEqual([])
  await press(/^Block/)
  expect(undirected()).toEqual([])
  await press('Block')
  expect(await screen.findByText(/^You blocked/)).toBeTruthy()
  expect(undirected()).toEqual([])
})

it('the page of a blocked person shows the name in its own direction', async () => {
  writeHidden({ personId: 'kofi', readAt: Date.now(), blocked: [idMark('ama')], reported: [] })
  showPage(SellerPage, { answers: ANSWERS, path: '/sellers/:id', at: '/sellers/ama' })
  expect(await screen.findByRole('heading', { name: /^You blocked/ })).toBeTruthy()
  expect(undirected()).toEqual([])
  writeHidden(undefined)
})

it('the site’s notice is shown in its own direction', () => {
  const notice = {
    id: 'n1',
    kind: 'info',
    text: `${MARK} notice`,
    endsAt: '2040-01-01T00:00:00.000Z',
  } as const
  const Page = () => (
    <SiteNoticeProvider value={notice}>
      <SiteNotice />
    </SiteNoticeProvider>
  )
  showPage(Page, { answers: {}, path: '/', at: '/' })
  expect(screen.getByText(`${MARK} notice`)).toBeTruthy()
  expect(undirected()).toEqual([])
})

it('a saved search shows its words in their own direction', () => {
  const words = { categoryName: undefined, money: String }
  const { title, details } = filtersInWords({ search: MARK, location: MARK }, words)
  expect(title).toBe(`“${ISOLATE}${MARK}\u2069”`)
  expect(details).toEqual([`in ${ISOLATE}${MARK}\u2069`])
})
