import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Case } from '#contract/moderation/cases/cases.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { cardOf, caseOf, day, THING } from '#testing/web/some-case.ts'
import { stubWideScreen } from '#testing/web/wide-screen.ts'
import { ModerationPage } from './ModerationPage.tsx'

const CASE = `GET /api/moderation/cases/${cardOf(1).id}`
const AUDIT = 'GET /api/moderation/audit'

let answers: Answers
beforeEach(() => {
  stubWideScreen()
  answers = {
    'GET /api/own-role': { role: 'administrator', hasTwoFactor: true },
    'GET /api/moderation/cases?by=pile': { items: [cardOf(1)], nextCursor: null, open: 1 },
  }
})

async function show(changes: Partial<Case>) {
  const found = { ...caseOf(1), facts: [], ...changes }
  answers[CASE] = found
  showPage(ModerationPage, { answers, path: '/moderation', at: '/moderation' })
  return within(await screen.findByRole('article', { name: found.title }))
}

const factsOf = (part: HTMLElement) =>
  [...part.querySelectorAll('dl > div')].map((row) => [...row.children].map((each) => each.textContent))
const linksOf = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

describe('a case about a message', () => {
  it('names both people with their sides and links, and the listing', async () => {
    const party = { memberSince: '2026-11-03T12:00:00.000Z' }
    const found = await show({
      target: { kind: 'message', id: `${THING}1` },
      message: {
        writer: { ...party, id: 'k', name: 'Kofi', side: 'buyer' },
        reader: null,
        listing: { title: 'Nokia', link: '/products/n' },
        sentAt: day,
        messages: 1,
      },
    })
    const part = found.getByRole('region', { name: 'Message' })
    expect(factsOf(part)).toEqual([
      ['From', 'Kofi, buyer, joined 3 Nov'],
      ['To', 'Deleted account'],
      ['About', 'Nokia (opens in a new tab)'],
      ['Sent', '20 Nov, 13:00'],
      ['Conversation', '1 message'],
    ])
    expect(linksOf(part)[0]).toEqual(['Kofi', '/moderation/people/k'])
  })
})

describe('a case about a review', () => {
  it.each([
    ['deal', 'They confirmed a deal about it'],
    ['conversation', 'They chatted about it, without a confirmed deal'],
    ['nothing', 'They neither chatted about it nor agreed a deal'],
  ] as const)('says whom it hits, and of a %s that it was one', async (dealt, text) => {
    const found = await show({
      target: { kind: 'review', id: `${THING}1` },
      review: {
        listing: { title: 'Nokia', link: null },
        hits: { id: 'k', name: 'Kofi', role: 'seller' },
        dealt,
      },
    })
    expect(factsOf(found.getByRole('region', { name: 'Review' }))).toEqual([
      ['Listing', 'Nokia'],
      ['Seller', 'Kofi'],
      ['The two', text],
    ])
  })
})

describe('a case about a person', () => {
  const empty = {
    picture: null,
    listings: [],
    newest: [],
    conversations: { all: 0, recent: 0, unanswered: 0 },
    sharers: { devices: 0, addresses: 0 },
    sharing: [],
  }
  const target = { kind: 'person' as const, id: `${THING}1` }

  it('counts listings and conversations and names accounts on the same device', async () => {
    const found = await show({
      target,
      profile: {
        picture: null,
        listings: [
          { status: 'sold', count: 2 },
          { status: 'held', count: 1 },
        ],
        newest: [
          {
            id: 'n',
            title: 'Nokia',
            status: 'held',
            link: '/moderation/listings?q=n',
            createdAt: '2026-11-03T12:00:00.000Z',
          },
        ],
        conversations: { all: 1000, recent: 12, unanswered: 7 },
        sharers: { devices: 1, addresses: 100 },
        sharing: [{ id: 'k', name: 'Kofi', isBanned: true, caseId: 'c' }],
      },
    })
    const part = found.getByRole('region', { name: 'Person' })
    expect(factsOf(part)).toEqual([
      ['Listings', '2 sold, 1 held'],
      ['Newest', 'Nokia · Held · 3 Nov'],
      ['Conversations', '1,000 or more, 12 begun within a week, 7 in which nobody answered them'],
      ['Same device', '1 other account'],
      ['Same address', '100 other accounts or more'],
      ['These are', 'Kofi · banned · open case'],
    ])
    expect(linksOf(part).slice(0, 3)).toEqual([
      ['Nokia', '/moderation/listings?q=n'],
      ['Kofi', '/moderation/people/k'],
      ['open case', '/moderation/cases/c'],
    ])
  })

  const nothing = [
    ['Listings', 'None'],
    ['Conversations', 'None'],
    ['Same device', 'No other account'],
    ['Same address', 'No other account'],
  ]

  it('says that there is nothing yet', async () => {
    const found = await show({ target, profile: empty })
    expect(factsOf(found.getByRole('region', { name: 'Person' }))).toEqual(nothing)
  })

  it("shows the same on the person's page", async () => {
    const { person } = caseOf(1)
    answers[`GET /api/moderation/people/${person.id}`] = { ...person, profile: empty }
    answers[`GET /api/moderation/people?q=${person.id}`] = { people: [] }
    showPage(ModerationPage, {
      answers,
      path: '/moderation/:view/:id',
      at: `/moderation/people/${person.id}`,
    })
    const found = within(await screen.findByRole('article', { name: person.name }))
    expect(factsOf(found.getByRole('region', { name: 'On the site' }))).toEqual(nothing)
  })
})

describe('a case about a listing', () => {
  it('shows what was changed since it was opened, and which photos are new or gone', async () => {
    const photo = { width: 640, height: 480, thumbhash: '' }
    const found = await show({
      changes: [{ label: 'Price', before: 'GH₵900.00', now: '' }],
      photos: [
        { ...photo, src: '/photos/kept', change: null },
        { ...photo, src: '/photos/new', change: 'added' },
        { ...photo, src: '/photos/gone', change: 'removed' },
      ],
    })
    const changes = found.getByRole('region', { name: 'Changed since the case was opened' })
    expect(within(changes).getByRole('listitem').textContent).toBe('PriceBeforeGH₵900.00NowNothing')
    const photos = within(found.getByRole('list', { name: 'Photos' })).getAllByRole('listitem')
    expect(photos.map((item) => item.querySelector('.badge')?.textContent)).toEqual([
      undefined,
      'Added since',
      'Removed since',
    ])
  })

  it('has the end of its id in its name, so that no two cases look alike', async () => {
    await show({})
    expect(screen.getAllByText(/^Listing 0000A1/)).toHaveLength(2)
  })

  it('tells a deleted case from one that failed to load', async () => {
    answers[CASE] = new Refusal('not-found')
    showPage(ModerationPage, { answers, path: '/moderation', at: '/moderation' })
    expect(await screen.findByText('This case no longer exists')).toBeTruthy()
  })

  it('can be loaded again after a failure', async () => {
    answers[CASE] = NO_NETWORK
    showPage(ModerationPage, { answers, path: '/moderation', at: '/moderation' })
    expect(await screen.findByText('Failed to load the case')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('a report without an account', () => {
  it('shows who sent it, as they describe themselves, with the address to answer', async () => {
    const [line] = caseOf(1).reportLines
    const outside = { role: 'A parent or guardian', name: 'Efua', email: 'efua@example.com' }
    const found = await show({
      reportLines: line ? [{ ...line, reason: 'A child is in danger', reporter: null, outside }] : [],
    })
    const part = found.getByRole('region', { name: 'Reports' })
    expect(factsOf(part)).toEqual([
      ['Name', 'Efua'],
      ['Says they are', 'A parent or guardian'],
      ['Answer to', 'efua@example.com'],
    ])
    expect(part.textContent).toContain('Nobody has checked who this is.')
    expect(linksOf(part)).toEqual([['efua@example.com', 'mailto:efua@example.com']])
  })
})

describe('signals and acts', () => {
  const note = {
    parts: [
      { text: 'Looked up ', link: null },
      { text: 'Kofi', link: '/moderation/people/k' },
    ],
    more: [{ label: 'Other accounts', text: '2' }],
  }

  it('shows a signal as a sentence with links', async () => {
    const found = await show({ signals: [{ text: 'Denied', weight: 3, note, createdAt: day }] })
    const part = found.getByRole('region', { name: 'Signals' })
    expect(within(part).getByText('Looked up', { exact: false }).parentElement?.textContent).toBe(
      'Looked up Kofi',
    )
    expect(factsOf(part)).toEqual([['Other accounts', '2']])
    expect(linksOf(part)).toEqual([['Kofi', '/moderation/people/k']])
  })

  it('shows an act as a sentence, who did it and when', async () => {
    const act = {
      id: 'a',
      action: 'looked-up-person',
      targetKind: null,
      targetId: null,
      note,
      createdAt: day,
    }
    answers[AUDIT] = {
      items: [
        { ...act, actor: { id: 'y', name: 'Yaw' } },
        { ...act, id: 'b', actor: null },
      ],
      nextCursor: null,
    }
    showPage(ModerationPage, { answers, path: '/moderation/:view', at: '/moderation/audit' })
    const items = (await screen.findAllByText('Looked up')).map((part) => part.closest('li'))
    expect(items.map((item) => item?.querySelector('p:last-child')?.textContent)).toEqual([
      'Yaw · 20 Nov, 13:00',
      'On the server · 20 Nov, 13:00',
    ])
  })
})
