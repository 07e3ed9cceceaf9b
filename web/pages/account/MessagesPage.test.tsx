import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ConversationRow, Message } from '#contract/conversations/conversations.ts'
import { someAgreement } from '#testing/market/some-conversation.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { followLive } from '#web/conversations/follow-live.ts'
import { live } from '#web/platform/live/live.ts'
import { MessagesPage } from './MessagesPage.tsx'

const LIST = 'GET /api/conversations'
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function row(id: string, changes: Partial<ConversationRow> = {}): ConversationRow {
  return {
    id,
    product: { id: 'p', title: `Item ${id}`, price: 100, status: 'available', photo: null },
    other: { id: 'ama', name: 'Ama Mensah', avatar: null },
    lastMessage: { text: 'Yes, it is', hasPhoto: false, isOwn: false, createdAt: ago(5) },
    lastSeq: 8,
    unread: 0,
    updatedAt: ago(5),
    ...changes,
  }
}

const message = (conversationId: string): Message => ({
  id: 'm9',
  conversationId,
  seq: 9,
  senderId: 'ama',
  clientKey: 'k9',
  content: 'News for you',
  photo: null,
  read: false,
  reactions: [],
  createdAt: ago(0),
})

let answers: Answers
const page = (items: ConversationRow[], nextCursor: string | null = null) => ({ items, nextCursor })
const open = () => showPage(MessagesPage, { answers, path: '/messages', at: '/messages' })

beforeEach(() => {
  answers = {}
  // A phone's width, which shows only the list.
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})

const links = () => screen.findAllByRole('link')
const texts = async () => (await links()).map((link) => link.textContent)

it('shows each conversation with its product, person, last message and time', async () => {
  answers[LIST] = page([row('one')])
  open()
  const [link] = await links()
  expect(link?.getAttribute('href')).toBe('/conversation/one')
  for (const text of ['Item one', 'Ama Mensah', 'Yes, it is', '5 min ago'])
    expect(link?.textContent).toContain(text)
  expect(link?.textContent).not.toContain('New message')
})

it('shows who wrote last, what is new and which conversation is empty', async () => {
  const own = { text: 'Is it there?', hasPhoto: false, isOwn: true, createdAt: ago(5) }
  const step = { kind: 'offer', by: 'buyer', agreement: someAgreement() } as const
  answers[LIST] = page([
    row('one', { lastMessage: own }),
    row('two', { unread: 2 }),
    row('three', { lastMessage: null }),
    row('four', { lastMessage: { ...own, text: '', hasPhoto: true } }),
    row('five', { lastMessage: { ...own, text: '', priceChange: { from: 1250, to: 999.5 } } }),
    row('six', { lastMessage: { ...own, text: '', step } }),
    row('seven', { lastMessage: { ...own, text: '', step, isOwn: false } }),
  ])
  open()
  const [one, two, three, four, five, six, seven] = await texts()
  expect(one).toContain('You: Is it there?')
  expect(two).toContain('New message')
  expect(three).toContain('No messages yet - start the conversation')
  expect(four).toContain('You: Photo')
  expect(five).toContain('Price changed from GH₵1,250.00 to GH₵999.50')
  expect(five).not.toContain('You:')
  expect(six).toContain('You offered GH₵900.')
  expect(seven).toContain('offers GH₵900 for ')
})

it('links to the market if there are no conversations', async () => {
  answers[LIST] = page([])
  open()
  const link = await screen.findByRole('link', { name: 'Browse Products' })
  expect(link.getAttribute('href')).toBe('/products')
  expect(screen.queryByRole('search')).toBeNull()
})

it('can be retried after a failure', async () => {
  answers[LIST] = new Refusal('fault')
  open()
  await screen.findByText('Failed to load your chats')
  answers[LIST] = page([row('one')])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await texts()).toHaveLength(1)
})

it('shows an error if nothing is stored and there is no network', async () => {
  answers[LIST] = NO_NETWORK
  open()
  expect(await screen.findByText('Failed to load your chats')).toBeDefined()
})

it('moves a changed conversation to the top without requesting the list again', async () => {
  answers[LIST] = page([row('one'), row('two', { updatedAt: ago(60) })])
  const { queryClient, api, sent } = open()
  await links()
  const stop = followLive({ api, queryClient, live, personId: 'kofi' })
  act(() => live.deliver('message.sent', { message: message('two') }))
  await waitFor(async () => expect((await texts())[0]).toContain('News for you'))
  expect((await texts())[0]).toContain('New message')
  act(() => live.deliver('message.read', { conversationId: 'two', userId: 'kofi', seq: 9 }))
  await waitFor(async () => expect((await texts())[0]).not.toContain('New message'))
  expect(sent(LIST)).toHaveLength(1)
  stop()
})

it('requests a new conversation that is not in the list yet', async () => {
  answers[LIST] = page([row('one')])
  const { queryClient, api } = open()
  await links()
  const stop = followLive({ api, queryClient, live, personId: 'kofi' })
  answers[LIST] = page([row('new'), row('one')])
  act(() => live.deliver('message.sent', { message: message('new') }))
  await waitFor(async () => expect(await texts()).toHaveLength(2))
  stop()
})

it('searches and says when nothing is found', async () => {
  answers[LIST] = page([row('one'), row('two')])
  answers[`${LIST}?search=two`] = page([row('two')])
  answers[`${LIST}?search=nothing`] = page([])
  open()
  await links()
  const box = screen.getByRole('searchbox', { name: 'Search chats' })
  await userEvent.type(box, ' two ')
  await waitFor(async () => expect(await texts()).toHaveLength(1))
  await userEvent.clear(box)
  await userEvent.type(box, 'nothing{Enter}')
  await screen.findByRole('heading', { name: 'Nothing found' })
  expect(screen.getByRole('searchbox')).toBe(box)
})

it('loads page by page', async () => {
  answers[LIST] = page([row('one')], 'next')
  answers[`${LIST}?cursor=next`] = page([row('two')])
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect(await texts()).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})
