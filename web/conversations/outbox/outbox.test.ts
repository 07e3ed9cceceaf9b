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

/** A server that keeps each key once, behind a network that may fail before or after it. */
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
/** What the device has, for all tabs. */
let store = memoryStore<UnsentMessage>()
let rows: Collection<UnsentMessage>

/** A tab has a collection of its own. */
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
  // Without locks of the browser: those of Node would not wait for the timers of these tests.
  vi.stubGlobal('navigator', { onLine: true })
})

describe('messages with a network', () => {
  it('go at once, in the order in which they were written', async () => {
    const outbox = tab()
    await Promise.all([outbox.add(text('One')), outbox.add(text('Two')), outbox.add(text('Three'))])
    expect(market.contents()).toEqual(['One', 'Two', 'Three'])
    expect(outbox.items()).toEqual([])
    expect(onSent.mock.calls.map(([message]) => message.content)).toEqual(['One', 'Two', 'Three'])
    await expect(store.all()).resolves.toEqual([])
  })

  it('are shown as being sent, with how much of a photo is', async () => {
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

  it('wait for a photo that is being prepared before them, which a closed tab does not lose', async () => {
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

  it('never go once they were taken back while being prepared', async () => {
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

  it('do not overtake one that is still being written to the device', async () => {
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

  it('that say nothing are none', async () => {
    const outbox = tab()
    await outbox.add(text(' \u3164\u2800'))
    expect(outbox.items()).toEqual([])
    expect(market.sends).toEqual([])
  })

  it('are in the conversation before they leave the outbox', async () => {
    const outbox = tab()
    onSent.mockImplementation(() => expect(outbox.items()).toHaveLength(1))
    await outbox.add(text('One'))
    expect(onSent).toHaveBeenCalledOnce()
  })
})

describe('messages without a network', () => {
  it('wait in their order, and go when there is hope again', async () => {
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

  it('hold up those after them in the same conversation, and no other', async () => {
    const outbox = tab({
      send: (entry) => (entry.conversationId === 'c1' ? Promise.reject(new ApiError(0)) : market.send(entry)),
    })
    await outbox.add(text('One'))
    await outbox.add(text('Elsewhere', 'c2'))
    expect(market.contents()).toEqual(['Elsewhere'])
  })

  it('that arrived all the same are there once', async () => {
    const outbox = tab()
    market.failNext('after')
    await outbox.add(text('One'))
    await outbox.add(text('Two'))
    expect(market.sends).toEqual(['One', 'One', 'Two'])
    expect(market.contents()).toEqual(['One', 'Two'])
  })

  it('are tried again by themselves', async () => {
    const outbox = tab()
    market.failNext('before')
    await outbox.add(text('One'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(market.contents()).toEqual(['One'])
    expect(outbox.items()).toEqual([])
  })

  it('go at the next visit', async () => {
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

describe('messages that the server refuses', () => {
  const refusal = new ApiError(422, {
    code: 'invalid-input',
    message: 'Please fix the errors',
    fields: [{ field: 'content', message: 'This field is required' }],
    requestId: 'r',
  })

  it('stay with the reason and let the others pass', async () => {
    const outbox = tab()
    market.failNext(refusal)
    await outbox.add(text('One'))
    await outbox.add(text('Two'))
    expect(outbox.items().map(({ content, state, reason }) => [content, state, reason])).toEqual([
      ['One', 'refused', 'This field is required'],
    ])
    expect(market.contents()).toEqual(['Two'])
  })

  it('go again when the person wants it, or never', async () => {
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

  it('for being too many wait, and say why', async () => {
    const outbox = tab()
    market.failNext(new ApiError(429, { code: 'too-many-messages', message: 'Very fast.', requestId: 'r' }))
    await outbox.add(text('One'))
    expect(outbox.items()).toMatchObject([{ state: 'waiting', reason: 'Very fast.' }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(market.contents()).toEqual(['One'])
  })
})

describe('messages with which the server fails', () => {
  const fault = new ApiError(500)
  const faults = (count: number, error: ApiError = fault) => Array.from({ length: count }, () => error)
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

  it('are tried again after longer and longer pauses, and let the others pass in the end', async () => {
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

  it('wait as long as the server demands', async () => {
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
    'wait for days while the answer is %i, a minute at a time, and go by themselves once it is another',
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

  it('say nothing of the site while the device itself has no network', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const outbox = tab()
    market.failNext('before')
    await outbox.add(text('One'))
    expect(outbox.items()).toMatchObject([{ state: 'waiting', reason: null }])
  })

  it('do not fail for what took too long or for a session that ended', async () => {
    const outbox = tab({ send: () => Promise.reject(new DOMException('Late', 'TimeoutError')) })
    await outbox.add(text('One'))
    await seconds(3600)
    expect(outbox.items()).toMatchObject([{ state: 'waiting' }])
    const other = tab({ send: () => Promise.reject(new ApiError(401)) })
    await other.flush()
    expect(other.items()).toMatchObject([{ state: 'waiting' }])
  })

  it('hold up nothing any more once they are taken back', async () => {
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

  it('let the others wait as long as the server demanded when one that was too many is taken back', async () => {
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

  it('stay taken back when that happens on their way', async () => {
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

describe('several tabs and people', () => {
  it('send each message once', async () => {
    market.failNext('before', 'before', 'before', 'before')
    const tabs = [tab(), tab()]
    await tabs[0]?.add(text('One'))
    await tabs[1]?.add(text('Two'))
    market.failNext()
    await Promise.all(tabs.map((each) => each.flush()))
    expect(market.contents()).toEqual(['One', 'Two'])
    expect(market.sends.slice(-2)).toEqual(['One', 'Two'])
  })

  it("never send one person's messages for another", async () => {
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

  it('leave nothing behind at signing out, also of what is under way', async () => {
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

  it('write nothing while nobody is signed in', async () => {
    person = undefined
    await tab().add(text('One'))
    await expect(store.all()).resolves.toEqual([])
  })
})

it('holds messages as long as the tab is open where the device takes none', async () => {
  const full = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
  const taken = memoryStore<UnsentMessage>()
  market.failNext('before')
  const outbox = tab({ rows: new Collection('messages', { store: { ...taken, put: full } }) })
  await outbox.add(text('One'))
  expect(outbox.items()).toHaveLength(1)
  await outbox.flush()
  expect(market.contents()).toEqual(['One'])
  expect(outbox.items()).toEqual([])
})
