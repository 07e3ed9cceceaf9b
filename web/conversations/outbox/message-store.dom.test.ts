import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refusal } from '#testing/refusal.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { createLive } from '#web/platform/live/live.ts'
import { MessageStore } from './message-store.ts'
import type { OutboxItem } from './outbox.ts'
import { keyOf } from '#web/conversations/messages/shown-messages.ts'

const AMA = 'ama'
const KOFI = 'kofi'
const PAGE = 5

function message(seq: number, changes: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`,
    conversationId: 'c1',
    seq,
    senderId: KOFI,
    clientKey: `k${seq}`,
    content: `Message ${seq}`,
    photo: null,
    read: false,
    reactions: [],
    createdAt: '2026-10-01T12:00:00.000Z',
    ...changes,
  }
}

/** The server's data of one conversation. */
let messages: Message[]
let calls: string[]
/** Answers wait for this gate if a test sets it. */
let gate: Promise<void> | undefined
let offline: boolean
let problem: ProblemCode | undefined
let stored: Message[] | undefined
let items: OutboxItem[]
let notifyOutbox: () => void = () => undefined
let stop: () => void = () => undefined
const live = createLive()

function pageOf(query: URLSearchParams) {
  const after = query.get('after')
  if (after !== null) {
    const rest = messages.filter(({ seq }) => seq > Number(after))
    return { messages: rest.slice(0, PAGE), hasMore: rest.length > PAGE }
  }
  const before = Number(query.get('before') ?? Infinity)
  const rest = messages.filter(({ seq }) => seq < before)
  return { messages: rest.slice(-PAGE), hasMore: rest.length > PAGE }
}

const api = createApiClient({
  async fetch(address, init) {
    const { pathname, searchParams } = new URL(address, 'http://market.example')
    calls.push(`${init?.method} ${address.replace('/api/', '')}`)
    // The page is read when the request arrives, however long its answer takes.
    const page = pathname.endsWith('/messages') ? pageOf(searchParams) : {}
    await gate
    if (offline) throw new TypeError('Failed to fetch')
    return problem ? refusal(problem) : Response.json(page)
  },
})

const options = {
  api,
  live,
  personId: AMA,
  conversationId: 'c1',
  outbox: {
    items: () => items,
    subscribe(listener: () => void) {
      notifyOutbox = listener
      return () => undefined
    },
  },
  stored: {
    readMessages: async () => stored,
    async saveMessages(_person: string, _id: string, newest: Message[]) {
      stored = newest
    },
  },
}

async function open() {
  const store = new MessageStore(options)
  stop = store.start()
  await expect.poll(() => store.read().status).not.toBe('loading')
  return store
}

const keys = (store: MessageStore) => store.read().shown.map(keyOf)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => message(index + 1))
const keysOf = (from: number, to: number) =>
  upTo(to)
    .slice(from - 1)
    .map(({ clientKey }) => clientKey)

beforeEach(() => {
  messages = upTo(3)
  calls = []
  gate = undefined
  offline = false
  problem = undefined
  stored = undefined
  items = []
  live.setState('off')
})
afterEach(() => {
  stop()
})

describe('opening a conversation', () => {
  it('loads the newest messages and shows them', async () => {
    const store = await open()
    expect(keys(store)).toEqual(['k1', 'k2', 'k3'])
    expect(store.read()).toMatchObject({ status: 'ready', older: 'none' })
    expect(calls).toEqual(['GET conversations/c1/messages'])
  })

  it('receives a message sent between connecting and reading', async () => {
    let letGo: () => void = () => undefined
    gate = new Promise((resolve) => (letGo = resolve))
    const store = new MessageStore(options)
    stop = store.start()
    await expect.poll(() => calls).toHaveLength(1)
    // The event went to connected sockets only; this one connects later.
    messages.push(message(4))
    live.setState('connected')
    letGo()
    await expect.poll(() => keys(store)).toEqual(keysOf(1, 4))
  })

  it('shows stored messages without a network and the rest afterwards', async () => {
    stored = upTo(2)
    offline = true
    const store = await open()
    expect(store.read().status).toBe('stored')
    expect(keys(store)).toEqual(['k1', 'k2'])
    offline = false
    live.setState('connected')
    await expect.poll(() => store.read().status).toBe('ready')
    expect(keys(store)).toEqual(['k1', 'k2', 'k3'])
  })

  it('shows stored messages after a second without an answer and aborts after fifteen', async () => {
    vi.useFakeTimers()
    stored = upTo(2)
    let letGo: () => void = () => undefined
    gate = new Promise((resolve) => (letGo = resolve))
    const store = new MessageStore(options)
    stop = store.start()
    await vi.advanceTimersByTimeAsync(1000)
    expect(keys(store)).toEqual(['k1', 'k2'])
    expect(store.read().status).toBe('loading')
    await vi.advanceTimersByTimeAsync(14_000)
    expect(store.read().status).toBe('stored')
    vi.useRealTimers()
    letGo()
    live.setState('connected')
    await expect.poll(() => keys(store)).toEqual(['k1', 'k2', 'k3'])
  })

  it('fails if nothing is stored and can be retried', async () => {
    offline = true
    const store = await open()
    expect(store.read().status).toBe('failed')
    offline = false
    await store.load()
    expect(store.read().status).toBe('ready')
  })

  it('stores the newest messages with their reactions', async () => {
    const store = await open()
    live.deliver('reaction.changed', {
      conversationId: 'c1',
      messageId: 'm3',
      userId: KOFI,
      reaction: 'heart',
    })
    stop()
    expect(store.read().shown).toHaveLength(3)
    expect(stored?.at(-1)).toMatchObject({ id: 'm3', reactions: [{ userId: KOFI, reaction: 'heart' }] })
  })
})

describe('the store after a change by another client', () => {
  it('shows the change without a request, only in its conversation', async () => {
    const store = await open()
    const before = calls.length
    live.deliver('message.sent', { message: message(4) })
    live.deliver('message.sent', { message: message(1, { conversationId: 'c2', clientKey: 'x' }) })
    live.deliver('message.read', { conversationId: 'c2', userId: KOFI, seq: 9 })
    expect(keys(store)).toEqual(keysOf(1, 4))
    expect(calls).toHaveLength(before)
  })

  it('requests missing numbers', async () => {
    const store = await open()
    messages = upTo(5)
    live.deliver('message.sent', { message: message(5) })
    await expect.poll(() => keys(store)).toEqual(keysOf(1, 5))
    expect(calls).toContain('GET conversations/c1/messages?after=3')
  })

  it('catches up page by page after an interruption', async () => {
    const store = await open()
    live.setState('connecting')
    messages = upTo(14)
    live.setState('connected')
    await expect.poll(() => keys(store)).toEqual(keysOf(1, 14))
    expect(calls.slice(1)).toEqual([
      'GET conversations/c1/messages?after=3',
      'GET conversations/c1/messages?after=8',
      'GET conversations/c1/messages?after=13',
      'GET conversations/c1/messages',
    ])
  })

  it('catches up when the person returns to the page', async () => {
    const store = await open()
    live.setState('connected')
    await store.catchUp()
    messages = upTo(4)
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => keys(store)).toEqual(keysOf(1, 4))
  })

  it('polls while there is no socket', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const store = await open()
    messages = upTo(4)
    await vi.advanceTimersByTimeAsync(15_000)
    await expect.poll(() => keys(store)).toEqual(keysOf(1, 4))
  })
})

describe("the store's older messages", () => {
  it('loads older messages page by page up to the first', async () => {
    messages = upTo(12)
    const store = await open()
    expect(keys(store)).toEqual(keysOf(8, 12))
    await store.loadOlder()
    expect(keys(store)).toEqual(keysOf(3, 12))
    expect(store.read().older).toBe('there')
    await store.loadOlder()
    expect(keys(store)).toEqual(keysOf(1, 12))
    expect(store.read().older).toBe('none')
    await store.loadOlder()
    expect(calls.filter((call) => call.includes('before'))).toHaveLength(2)
  })

  it('requests older messages again after a failure', async () => {
    messages = upTo(7)
    const store = await open()
    offline = true
    await store.loadOlder()
    expect(store.read().older).toBe('failed')
    offline = false
    await store.loadOlder()
    expect(store.read().older).toBe('none')
  })
})

describe('read marks and reactions of the viewer', () => {
  it('reports each number as read once, and again after a failure', async () => {
    const store = await open()
    await store.markRead(2)
    await store.markRead(1)
    await store.markRead(2)
    offline = true
    await store.markRead(3)
    offline = false
    await store.markRead(3)
    expect(calls.filter((call) => call.endsWith('/read'))).toHaveLength(3)
  })

  it('counts each time it has caught up, so that failed read reports are repeated', async () => {
    const store = await open()
    expect(store.read().caughtUp).toBe(1)
    offline = true
    live.setState('connected')
    await store.catchUp()
    expect(store.read().caughtUp).toBe(1)
    offline = false
    await store.catchUp()
    expect(store.read().caughtUp).toBe(2)
  })

  it('shows a reaction at once and removes it if it is refused', async () => {
    const store = await open()
    const reactions = () => {
      const last = store.read().shown.at(-1)
      return last?.kind === 'message' && last.reactions
    }
    problem = 'message-not-found'
    const reacting = store.react('m3', 'heart')
    expect(reactions()).toEqual([{ userId: AMA, reaction: 'heart' }])
    await expect(reacting).rejects.toMatchObject({ code: 'message-not-found' })
    expect(reactions()).toEqual([])
    problem = undefined
    await store.react('m3', 'smile')
    expect(reactions()).toEqual([{ userId: AMA, reaction: 'smile' }])
  })

  it('sends reactions to one message one after another', async () => {
    const store = await open()
    await Promise.all([store.react('m3', 'heart'), store.react('m3', null)])
    const last = store.read().shown.at(-1)
    expect(last?.kind === 'message' && last.reactions).toEqual([])
    expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(2)
  })
})

it("shows the outbox's messages until they arrive", async () => {
  const store = await open()
  const item = {
    key: 'k4',
    personId: AMA,
    content: 'Hello',
    photo: null,
    createdAt: '2026-10-01T12:00:00.000Z',
    position: 1,
    delivery: 'waiting',
    reason: 'Very fast.',
    state: 'waiting',
    progress: 0,
    isHeldUp: true,
  } as const
  items = [
    { ...item, conversationId: 'c1' },
    { ...item, conversationId: 'c2', key: 'other' },
  ]
  notifyOutbox()
  expect(keys(store)).toEqual(['k1', 'k2', 'k3', 'k4'])
  expect(store.read().shown.at(-1)).toMatchObject({ pending: { state: 'waiting', problem: 'Very fast.' } })
  live.deliver('message.sent', { message: message(4, { senderId: AMA }) })
  expect(keys(store)).toEqual(['k1', 'k2', 'k3', 'k4'])
  expect(store.read().shown.at(-1)?.kind).toBe('message')
})
