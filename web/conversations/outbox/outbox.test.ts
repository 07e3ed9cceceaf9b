import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/conversations/conversations.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { UNREACHED_TEXT } from '#web/platform/api/failure-kind.ts'
import { memoryStore } from '#testing/web/memory-store.ts'
import { Collection } from '#web/platform/offline/collection.ts'
import { createOutbox, type OutboxOptions } from './outbox.ts'
import type { UnsentMessage } from './unsent-messages.ts'

const text = (content: string, conversationId = 'c1') => ({ conversationId, content, photo: null })

function confirmed(entry: UnsentMessage, seq: number): Message {
  const { key: clientKey, conversationId, content, createdAt, personId } = entry
  const id = `m${seq}`
  return {
    id,
    conversationId,
    seq,
    senderId: personId,
    clientKey,
    content,
    photo: null,
    read: false,
    reactions: [],
    createdAt,
  }
}

/** A server that stores each key once, behind a network that may fail before or after it. */
function server() {
  const received: UnsentMessage[] = []
  const sends: string[] = []
  let failures: ('before' | 'after' | ApiError)[] = []
  return {
    sends,
    contents: () => received.map(({ content }) => content),
    photos: () => received.map(({ photo }) => photo),
    failNext: (...next: typeof failures) => (failures = next),
    async send(entry: UnsentMessage): Promise<Message> {
      sends.push(entry.content)
      const failure = failures.shift()
      if (failure === 'before') throw new ApiError(0)
      if (failure instanceof ApiError) throw failure
      if (!received.some(({ key }) => key === entry.key)) received.push(entry)
      if (failure === 'after') throw new ApiError(0)
      return confirmed(entry, received.length)
    },
  }
}

let market: ReturnType<typeof server>
let person: string | undefined
let onSent: ReturnType<typeof vi.fn<(message: Message) => void>>
/** The device's store, shared by all tabs. */
let store = memoryStore<UnsentMessage>()
let rows: Collection<UnsentMessage>

/** Each tab has its own collection. */
function tab(changes: Partial<OutboxOptions> = {}) {
  rows = new Collection('messages', { store })
  return createOutbox({
    now: Date.now,
    rows,
    personId: () => person,
    send: market.send,
    reduce: async (photo) => photo,
    onSent,
    ...changes,
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  market = server()
  person = 'ama'
  onSent = vi.fn<(message: Message) => void>()
  store = memoryStore()
  // The browser's locks are missing here: Node's would not wait for the timers of these tests.
  vi.stubGlobal('navigator', { onLine: true })
})

describe('the outbox with a network', () => {
  it('sends messages at once, in the order they were written', async () => {
    const outbox = tab()
    await Promise.all([outbox.add(text('One')), outbox.add(text('Two')), outbox.add(text('Three'))])
    expect(market.contents()).toEqual(['One', 'Two', 'Three'])
    expect(outbox.items()).toEqual([])
    expect(onSent.mock.calls.map(([message]) => message.content)).toEqual(['One', 'Two', 'Three'])
    await expect(store.all()).resolves.toEqual([])
  })

  it('shows messages as being sent, with the progress of a photo', async () => {
    const shown: [string, number][] = []
    const outbox = tab({
      async send(entry, onProgress) {
        onProgress(0.5)
        return confirmed(entry, 1)
      },
    })
    outbox.subscribe(() => {
      for (const { state, progress } of outbox.items()) shown.push([state, progress])
    })
    await outbox.add({ conversationId: 'c1', content: '', photo: new Blob(['x']) })
    expect(shown).toContainEqual(['sending', 0.5])
  })

  it('sends a stored photo that is being prepared before later messages', async () => {
    let ready: (photo: Blob) => void = () => undefined
    const outbox = tab({ reduce: () => new Promise((resolve) => (ready = resolve)) })
    const adding = outbox.add({ conversationId: 'c1', content: '', photo: new Blob(['large']) })
    const writing = outbox.add(text('Two'))
    await expect.poll(() => outbox.items()[0]?.state).toBe('sending')
    expect(await store.all()).toHaveLength(2)
    expect(market.sends).toEqual([])
    ready(new Blob(['less']))
    await Promise.all([adding, writing])
    expect(market.contents()).toEqual(['', 'Two'])
    await expect(market.photos()[0]?.text()).resolves.toBe('less')
  })

  it('never sends a message that is removed while being prepared', async () => {
    let ready: (photo: Blob) => void = () => undefined
    const outbox = tab({ reduce: () => new Promise((resolve) => (ready = resolve)) })
    const adding = outbox.add({ conversationId: 'c1', content: '', photo: new Blob(['x']) })
    await expect.poll(() => outbox.items()[0]?.state).toBe('sending')
    await outbox.delete(outbox.items()[0]?.key ?? '')
    ready(new Blob(['x']))
    await adding
    expect(market.sends).toEqual([])
    await expect(store.all()).resolves.toEqual([])
  })

  it('sends a message after an earlier one that is still being stored', async () => {
    const slow = memoryStore<UnsentMessage>()
    let written: () => void = () => undefined
    const outbox = tab({
      rows: new Collection('messages', {
        store: {
          ...slow,
          async put(entry) {
            if (entry.content === 'One') await new Promise<void>((resolve) => (written = resolve))
            await slow.put(entry)
          },
        },
      }),
    })
    const one = outbox.add(text('One'))
    await outbox.add(text('Two'))
    expect(market.sends).toEqual([])
    written()
    await one
    expect(market.contents()).toEqual(['One', 'Two'])
  })

  it('ignores blank messages', async () => {
    const outbox = tab()
    await outbox.add(text(' \u3164\u2800'))
    expect(outbox.items()).toEqual([])
    expect(market.sends).toEqual([])
  })

  it('passes a sent message to the conversation before removing it', async () => {
    const outbox = tab()
    onSent.mockImplementation(() => expect(outbox.items()).toHaveLength(1))
    await outbox.add(text('One'))
    expect(onSent).toHaveBeenCalledOnce()
  })
})

describe('the outbox without a network', () => {
  it('keeps messages in order and sends them on the next retry', async () => {
    const outbox = tab()
    market.failNext('before', 'before', 'before')
    await outbox.add(text('One'))
    await outbox.add(text('Two'))
    await outbox.add(text('Three'))
    expect(market.contents()).toEqual([])
    expect(outbox.items().map(({ content, state }) => [content, state])).toEqual([
      ['One', 'waiting'],
      ['Two', 'waiting'],
      ['Three', 'waiting'],
    ])
    await outbox.flush()
    expect(market.contents()).toEqual(['One', 'Two', 'Three'])
    expect(outbox.items()).toEqual([])
  })

  it('delays later messages of the same conversation only', async () => {
    const outbox = tab({
      send: (entry) => (entry.conversationId === 'c1' ? Promise.reject(new ApiError(0)) : market.send(entry)),
    })
    await outbox.add(text('One'))
    await outbox.add(text('Elsewhere', 'c2'))
    expect(market.contents()).toEqual(['Elsewhere'])
  })

  it('delivers a message once even if its answer was lost', async () => {
    const outbox = tab()
    market.failNext('after')
    await outbox.add(text('One'))
    await outbox.add(text('Two'))
    expect(market.sends).toEqual(['One', 'One', 'Two'])
    expect(market.contents()).toEqual(['One', 'Two'])
  })

  it('retries by itself', async () => {
    const outbox = tab()
    market.failNext('before')
    await outbox.add(text('One'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(market.contents()).toEqual(['One'])
    expect(outbox.items()).toEqual([])
  })

  it('sends messages at the next visit', async () => {
    market.failNext('before')
    const first = tab()
    await first.add(text('One'))
    first.close()
    const next = tab()
    await rows.reload()
    expect(next.items().map(({ content }) => content)).toEqual(['One'])
    await next.flush()
    expect(market.contents()).toEqual(['One'])
  })
})

describe('the outbox after a refusal', () => {
  const refusal = new ApiError(422, {
    code: 'invalid-input',
    message: 'Please fix the errors',
    fields: [{ field: 'content', message: 'This field is required' }],
    requestId: 'r',
  })

  it('keeps the message with the reason and sends the others', async () => {
    const outbox = tab()
    market.failNext(refusal)
    await outbox.add(text('One'))
    await outbox.add(text('Two'))
    expect(outbox.items().map(({ content, state, reason }) => [content, state, reason])).toEqual([
      ['One', 'refused', 'This field is required'],
    ])
    expect(market.contents()).toEqual(['Two'])
  })

  it('sends or deletes the message on request', async () => {
    const outbox = tab()
    market.failNext(refusal, refusal)
    await outbox.add(text('One'))
    await outbox.add(text('Two'))
    const [one, two] = outbox.items()
    await outbox.retry(one?.key ?? '')
    await outbox.delete(two?.key ?? '')
    expect(market.contents()).toEqual(['One'])
    expect(outbox.items()).toEqual([])
    await expect(store.all()).resolves.toEqual([])
  })

  it('keeps a message waiting with the reason if there are too many', async () => {
    const outbox = tab()
    market.failNext(new ApiError(429, { code: 'too-many-messages', message: 'Very fast.', requestId: 'r' }))
    await outbox.add(text('One'))
    expect(outbox.items()).toMatchObject([{ state: 'waiting', reason: 'Very fast.' }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(market.contents()).toEqual(['One'])
  })
})

describe('the outbox after server errors', () => {
  const fault = new ApiError(500)
  const faults = (count: number, error: ApiError = fault) => Array.from({ length: count }, () => error)
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

  it('retries with growing pauses and finally sends the other messages', async () => {
    const outbox = tab()
    market.failNext(...faults(5))
    await outbox.add(text('One'))
    await outbox.add(text('Two'))
    expect(market.sends).toEqual(['One'])
    expect(outbox.items()).toMatchObject([{ state: 'waiting', isHeldUp: true }, { isHeldUp: true }])
    for (const [pause, attempts] of [
      [10, 2],
      [20, 3],
      [40, 4],
    ] as const) {
      await seconds(pause - 1)
      expect(market.sends).toHaveLength(attempts - 1)
      await seconds(1)
      expect(market.sends).toHaveLength(attempts)
    }
    await seconds(60)
    expect(outbox.items()).toMatchObject([{ content: 'One', state: 'refused', reason: fault.message }])
    expect(market.contents()).toEqual(['Two'])
    await outbox.retry(outbox.items()[0]?.key ?? '')
    expect(market.contents()).toEqual(['Two', 'One'])
  })

  it('waits as long as the server demands', async () => {
    const outbox = tab()
    market.failNext(new ApiError(429, undefined, 60))
    await outbox.add(text('One'))
    await seconds(59)
    await outbox.add(text('Two'))
    expect(market.sends).toEqual(['One'])
    await seconds(1)
    expect(market.contents()).toEqual(['One', 'Two'])
  })

  it.each([0, 502, 503, 504, 507])(
    'retries every minute for days while the status is %i, then sends the message',
    async (status) => {
      vi.stubGlobal('navigator', { onLine: true })
      const outbox = tab()
      market.failNext(...faults(5000, new ApiError(status)))
      await outbox.add(text('One'))
      await seconds(2 * 86_400)
      expect(outbox.items()).toMatchObject([{ state: 'waiting', isHeldUp: true, reason: UNREACHED_TEXT }])
      const attempts = market.sends.length
      await seconds(60)
      expect(market.sends).toHaveLength(attempts + 1)
      market.failNext()
      await seconds(60)
      expect(market.contents()).toEqual(['One'])
      expect(outbox.items()).toEqual([])
    },
  )

  it('shows no reason while the device is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const outbox = tab()
    market.failNext('before')
    await outbox.add(text('One'))
    expect(outbox.items()).toMatchObject([{ state: 'waiting', reason: null }])
  })

  it('keeps a message waiting after a timeout or an ended session', async () => {
    const outbox = tab({ send: () => Promise.reject(new DOMException('Late', 'TimeoutError')) })
    await outbox.add(text('One'))
    await seconds(3600)
    expect(outbox.items()).toMatchObject([{ state: 'waiting' }])
    const other = tab({ send: () => Promise.reject(new ApiError(401)) })
    await other.flush()
    expect(other.items()).toMatchObject([{ state: 'waiting' }])
  })

  it('sends the other messages once the failing ones are removed', async () => {
    const outbox = tab()
    const takeBack = (index: number) => outbox.delete(outbox.items()[index]?.key ?? '')
    market.failNext(...faults(4))
    await outbox.add(text('One'))
    await outbox.add(text('Two'))
    await outbox.add(text('Three'))
    await seconds(10 + 20 + 40)
    await takeBack(1)
    expect(market.sends).toEqual(['One', 'One', 'One', 'One'])
    await takeBack(0)
    expect(market.contents()).toEqual(['Three'])

    market.failNext(fault)
    await outbox.add(text('Four'))
    await takeBack(0)
    await outbox.add(text('Five'))
    expect(market.contents()).toEqual(['Three', 'Five'])
  })

  it('waits as long as demanded even if the refused message is removed', async () => {
    const outbox = tab()
    market.failNext(new ApiError(429, undefined, 60))
    await outbox.add(text('One'))
    await outbox.add(text('Two'))
    await outbox.delete(outbox.items()[0]?.key ?? '')
    await seconds(59)
    expect(market.sends).toEqual(['One'])
    await seconds(1)
    expect(market.contents()).toEqual(['Two'])
  })

  it('keeps a message removed that is removed while being sent', async () => {
    let fail: (error: Error) => void = () => undefined
    const outbox = tab({ send: () => new Promise((_, reject) => (fail = reject)) })
    const adding = outbox.add(text('One'))
    await expect.poll(() => outbox.items()[0]?.state).toBe('sending')
    await outbox.delete(outbox.items()[0]?.key ?? '')
    fail(fault)
    await adding
    expect(outbox.items()).toEqual([])
    await expect(store.all()).resolves.toEqual([])
  })
})

describe('the outbox with several tabs and people', () => {
  it('sends each message once', async () => {
    market.failNext('before', 'before', 'before', 'before')
    const tabs = [tab(), tab()]
    await tabs[0]?.add(text('One'))
    await tabs[1]?.add(text('Two'))
    market.failNext()
    await Promise.all(tabs.map((each) => each.flush()))
    expect(market.contents()).toEqual(['One', 'Two'])
    expect(market.sends.slice(-2)).toEqual(['One', 'Two'])
  })

  it("never sends one person's messages for another", async () => {
    market.failNext('before')
    await tab().add(text('Of Ama'))
    person = 'kofi'
    const outbox = tab()
    await outbox.flush()
    expect(outbox.items()).toEqual([])
    expect(market.contents()).toEqual([])
    await rows.deleteWhere(({ personId }) => personId !== person)
    await expect(store.all()).resolves.toEqual([])
  })

  it('leaves nothing behind at sign-out, not even a message being sent', async () => {
    let fail: (error: Error) => void = () => undefined
    const outbox = tab({ send: () => new Promise((_, reject) => (fail = reject)) })
    const adding = outbox.add(text('One'))
    await expect.poll(() => outbox.items()[0]?.state).toBe('sending')
    person = undefined
    await rows.deleteWhere(({ personId }) => personId !== person)
    fail(new ApiError(401))
    await adding
    await expect(store.all()).resolves.toEqual([])
    expect(outbox.items()).toEqual([])
  })

  it('stores nothing while nobody is signed in', async () => {
    person = undefined
    await tab().add(text('One'))
    await expect(store.all()).resolves.toEqual([])
  })
})

it('keeps messages until the tab closes if the device cannot store them', async () => {
  const full = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
  const taken = memoryStore<UnsentMessage>()
  market.failNext('before')
  const outbox = tab({ rows: new Collection('messages', { store: { ...taken, put: full } }) })
  expect(await outbox.add(text('One'))).toBe(false)
  expect(outbox.items()).toHaveLength(1)
  await outbox.flush()
  expect(market.contents()).toEqual(['One'])
  expect(outbox.items()).toEqual([])
})
