import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Reaction } from '#contract/selling/choices.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import {
  applyLive,
  gapAfter,
  lastSeq,
  type MessageChange,
  type MessageList,
  NO_MESSAGES,
  olderBefore,
} from './apply-live.ts'
import {
  deliveryState,
  keyOf,
  newestIncoming,
  shownMessages,
} from '#web/conversations/messages/shown-messages.ts'

const AMA = 'ama'
const KOFI = 'kofi'

function message(seq: number, changes: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`,
    conversationId: 'c1',
    seq,
    senderId: seq % 2 ? AMA : KOFI,
    clientKey: `k${seq}`,
    content: `Message ${seq}`,
    photo: null,
    read: false,
    reactions: [],
    createdAt: new Date(Date.UTC(2026, 9, 1, 12, 0, seq)).toISOString(),
    ...changes,
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => message(from + index))

const newestPage = (messages: Message[], hasMore = false): MessageChange => ({
  type: 'page',
  requestedAt: 0,
  messages,
  hasMore,
})
const applyAll = (changes: MessageChange[], start: MessageList = NO_MESSAGES) =>
  changes.reduce(applyLive, start)
const seqs = (list: MessageList) => list.known.map((each) => each.message.seq)
const pending = (clientKey: string) => ({
  clientKey,
  content: 'Hello',
  photo: null,
  createdAt: '2026-10-01T12:01:00.000Z',
  state: 'sending' as const,
  isHeldUp: false,
  problem: null,
})
const reactionsTo = (list: MessageList, id: string) =>
  shownMessages(list, AMA).flatMap((shown) =>
    shown.kind === 'message' && shown.message.id === id ? shown.reactions : [],
  )

describe('the list of messages', () => {
  it('orders messages by number and shows each once', () => {
    const list = applyAll([
      { type: 'sent', message: message(5) },
      newestPage(range(2, 4), true),
      { type: 'sent', message: message(5) },
      { type: 'sent', message: message(3) },
      { type: 'page', requestedAt: 1, before: 2, messages: range(1, 1), hasMore: false },
    ])
    expect(seqs(list)).toEqual([1, 2, 3, 4, 5])
    expect(gapAfter(list)).toBeUndefined()
  })

  it('has a gap until the missing message arrives', () => {
    const list = applyAll([newestPage(range(1, 3)), { type: 'sent', message: message(6) }])
    expect(gapAfter(list)).toBe(3)
    const filled = applyLive(list, {
      type: 'page',
      requestedAt: list.clock,
      after: 3,
      messages: range(4, 6),
      hasMore: false,
    })
    expect(gapAfter(filled)).toBeUndefined()
  })

  it('loads older messages up to the first', () => {
    expect(olderBefore(NO_MESSAGES)).toBeUndefined()
    const list = applyAll([newestPage(range(51, 100), true)])
    expect(olderBefore(list)).toBe(51)
    const more: MessageChange = {
      type: 'page',
      requestedAt: 1,
      before: 51,
      messages: range(1, 50),
      hasMore: false,
    }
    expect(olderBefore(applyLive(list, more))).toBeUndefined()
    const nothingThere: MessageChange = {
      type: 'page',
      requestedAt: 1,
      before: 51,
      messages: [],
      hasMore: false,
    }
    expect(olderBefore(applyLive(list, nothingThere))).toBeUndefined()
  })

  it('replaces stored messages by the newest page and loads older ones', () => {
    const stored: MessageChange = {
      type: 'page',
      requestedAt: 0,
      isStored: true,
      messages: range(1, 20),
      hasMore: true,
    }
    expect(olderBefore(applyAll([stored]))).toBeUndefined()
    const list = applyAll([stored, { type: 'sent', message: message(23) }, newestPage(range(18, 22), true)])
    expect(seqs(list)).toEqual([18, 19, 20, 21, 22, 23])
    expect(olderBefore(list)).toBe(18)
    expect(seqs(applyAll([stored, newestPage(range(40, 42), true)]))).toEqual([40, 41, 42])
    expect(seqs(applyAll([stored, newestPage(range(1, 21))]))).toHaveLength(21)
  })

  it('keeps its messages if a newer page joins them', () => {
    const list = applyAll([newestPage(range(1, 20), true), newestPage(range(21, 22), true)])
    expect(seqs(list)).toHaveLength(22)
    expect(seqs(applyLive(list, newestPage(range(40, 42), true)))).toEqual([40, 41, 42])
  })

  it("counts only the other person's messages as unread", () => {
    const list = applyAll([newestPage([message(1), message(2, { senderId: null }), message(3)])])
    expect(newestIncoming(list, AMA)).toBe(2)
    expect(newestIncoming(list, KOFI)).toBe(3)
    expect(newestIncoming(NO_MESSAGES, AMA)).toBe(0)
  })
})

describe("the list of the viewer's own messages", () => {
  it('shows them at the end until their echo arrives, in either order', () => {
    const waiting: MessageChange = { type: 'pending', pending: [pending('k3'), pending('k5')] }
    const echo: MessageChange = { type: 'sent', message: message(3) }
    const start = applyAll([newestPage(range(1, 2))])
    expect(shownMessages(applyAll([waiting], start), AMA).map(keyOf)).toEqual(['k1', 'k2', 'k3', 'k5'])
    for (const changes of [
      [waiting, echo],
      [echo, waiting],
      [echo, waiting, echo],
    ]) {
      const shown = shownMessages(applyAll(changes, start), AMA)
      expect(shown.map(keyOf)).toEqual(['k1', 'k2', 'k3', 'k5'])
      expect(shown.map(deliveryState)).toEqual(['sent', 'sent', 'sent', 'sending'])
    }
  })

  it("distinguishes another person's message with the same key", () => {
    const list = applyAll([newestPage([message(2)]), { type: 'pending', pending: [pending('k2')] }])
    expect(shownMessages(list, AMA)).toHaveLength(2)
  })

  it("shows messages as read up to the other person's mark, even if the mark comes first", () => {
    const mark: MessageChange = { type: 'read', userId: KOFI, seq: 3 }
    const page = newestPage(range(1, 5))
    for (const changes of [
      [mark, page],
      [page, mark],
      [page, mark, { type: 'read', userId: KOFI, seq: 1 } as const],
    ]) {
      const own = shownMessages(applyAll(changes), AMA).filter(
        (shown) => shown.kind === 'message' && shown.isOwn,
      )
      expect(own.map(deliveryState)).toEqual(['read', 'read', 'sent'])
    }
  })

  it("does not show messages as read by the viewer's own mark", () => {
    const list = applyAll([newestPage(range(1, 1)), { type: 'read', userId: AMA, seq: 1 }])
    expect(shownMessages(list, AMA).map(deliveryState)).toEqual(['sent'])
  })

  it('keeps a message read after a late older event', () => {
    const list = applyAll([
      { type: 'page', requestedAt: 7, messages: [message(1, { read: true })], hasMore: false },
      { type: 'page', requestedAt: 3, messages: [message(1)], hasMore: false },
      { type: 'sent', message: message(1) },
    ])
    expect(shownMessages(list, AMA).map(deliveryState)).toEqual(['read'])
  })
})

describe("the list's reactions", () => {
  const heart: MessageChange = { type: 'reaction', messageId: 'm1', userId: KOFI, reaction: 'heart' }

  it('keep a reaction until its message arrives', () => {
    const list = applyAll([heart, { type: 'sent', message: message(1) }])
    expect(reactionsTo(list, 'm1')).toEqual([{ userId: KOFI, reaction: 'heart' }])
  })

  it('change when a person replaces or removes a reaction', () => {
    const start = applyAll([newestPage([message(1)]), heart])
    const smile = applyLive(start, { ...heart, reaction: 'smile' })
    expect(reactionsTo(smile, 'm1')).toEqual([{ userId: KOFI, reaction: 'smile' }])
    expect(reactionsTo(applyLive(smile, { ...heart, reaction: null }), 'm1')).toEqual([])
  })

  it('keep a live reaction over an older page, but not over a newer one', () => {
    const start = applyAll([newestPage([message(1)])])
    const requestedAt = start.clock
    const changed = applyLive(start, heart)
    const page = { type: 'page' as const, messages: [message(1)], hasMore: false }
    expect(reactionsTo(applyLive(changed, { ...page, requestedAt }), 'm1')).toHaveLength(1)
    expect(reactionsTo(applyLive(changed, { ...page, requestedAt: changed.clock }), 'm1')).toEqual([])
  })

  it("show the viewer's own at once and remove it if it is refused", () => {
    const start = applyAll([newestPage([message(2)])])
    const chosen = applyLive(start, { type: 'chosen', messageId: 'm2', reaction: 'thumbsup', call: 1 })
    expect(reactionsTo(chosen, 'm2')).toEqual([{ userId: AMA, reaction: 'thumbsup' }])
    const settled = { type: 'settled', messageId: 'm2', userId: AMA, call: 1 } as const
    expect(reactionsTo(applyLive(chosen, { ...settled, isSaved: true }), 'm2')).toHaveLength(1)
    expect(reactionsTo(applyLive(chosen, { ...settled, isSaved: false }), 'm2')).toEqual([])
  })

  it("show the viewer's last choice, not the results of earlier calls", () => {
    const list = applyAll([
      newestPage([message(2)]),
      { type: 'chosen', messageId: 'm2', reaction: 'thumbsup', call: 1 },
      { type: 'chosen', messageId: 'm2', reaction: null, call: 2 },
      { type: 'settled', messageId: 'm2', userId: AMA, call: 1, isSaved: true },
      { type: 'reaction', messageId: 'm2', userId: AMA, reaction: 'thumbsup' },
      { type: 'settled', messageId: 'm2', userId: AMA, call: 2, isSaved: true },
    ])
    expect(reactionsTo(list, 'm2')).toEqual([])
  })
})

it('unchanged messages keep their objects', () => {
  const before = applyAll([newestPage(range(1, 2))])
  const after = applyLive(before, { type: 'reaction', messageId: 'm2', userId: KOFI, reaction: 'heart' })
  const [old] = shownMessages(before, AMA)
  const [same] = shownMessages(after, AMA)
  if (old?.kind !== 'message' || same?.kind !== 'message') throw new Error('Both are messages')
  expect(same.message).toBe(old.message)
  expect(same.reactions).toBe(old.reactions)
})

/** Changes to a list that starts with its newest page; no two of them contradict each other. */
const changesOf = (count: number) =>
  fc
    .record({
      pages: fc.array(
        fc.record({ from: fc.integer({ min: 1, max: count }), size: fc.integer({ min: 1, max: 8 }) }),
        { maxLength: 6 },
      ),
      reads: fc.array(fc.record({ userId: fc.constantFrom(AMA, KOFI), seq: fc.nat({ max: count }) }), {
        maxLength: 4,
      }),
      reacted: fc.uniqueArray(fc.integer({ min: 1, max: count }), { maxLength: 5 }),
    })
    .map(({ pages, reads, reacted }): MessageChange[] => [
      ...range(1, count).map((each): MessageChange => ({ type: 'sent', message: each })),
      ...pages.map(({ from, size }): MessageChange => {
        const messages = range(from, Math.min(count, from + size))
        return { type: 'page', requestedAt: 0, after: from - 1, messages, hasMore: true }
      }),
      ...reads.map(({ userId, seq }): MessageChange => ({ type: 'read', userId, seq })),
      ...reacted.map((seq): MessageChange => ({
        type: 'reaction',
        messageId: `m${seq}`,
        userId: KOFI,
        reaction: 'heart',
      })),
    ])

const disordered = fc
  .integer({ min: 1, max: 30 })
  .chain((count) => changesOf(count))
  .chain((changes) =>
    fc.record({
      changes: fc.constant(changes),
      again: fc.subarray(changes),
    }),
  )
  .chain(({ changes, again }) =>
    fc.record({
      inOrder: fc.constant(changes),
      disorder: fc.shuffledSubarray([...changes, ...again], {
        minLength: changes.length + again.length,
      }),
    }),
  )

it('the list is the same after any order and repetition of changes', () => {
  fc.assert(
    fc.property(disordered, ({ inOrder, disorder }) => {
      const start = applyLive(NO_MESSAGES, newestPage([], true))
      expect(shownMessages(applyAll(disorder, start), AMA)).toEqual(
        shownMessages(applyAll(inOrder, start), AMA),
      )
    }),
    { numRuns: 300 },
  )
})

/** A server with one conversation, and its events and answers on the way to one browser. */
class Wire {
  messages: Message[] = []
  events: MessageChange[] = []
  requests: { requestedAt: number; before?: number; after?: number; answer?: Message[] }[] = []
  list = NO_MESSAGES

  apply(change: MessageChange) {
    this.list = applyLive(this.list, change)
  }

  send(sender: string) {
    const sent = message(this.messages.length + 1, { senderId: sender })
    this.messages.push(sent)
    this.events.push({ type: 'sent', message: sent })
  }

  read(userId: string) {
    const seq = this.messages.length
    this.messages = this.messages.map((each) => (each.senderId !== userId ? { ...each, read: true } : each))
    this.events.push({ type: 'read', userId, seq })
  }

  react(index: number, userId: string, reaction: Reaction | null) {
    const at = index % Math.max(1, this.messages.length)
    const old = this.messages[at]
    if (!old) return
    const others = old.reactions.filter((each) => each.userId !== userId)
    const reactions = reaction ? [...others, { userId, reaction }] : others
    this.messages[at] = { ...old, reactions }
    this.events.push({ type: 'reaction', messageId: old.id, userId, reaction })
  }

  /**
   * Delivers one event out of order; one person's reactions to one message keep their order, as on one
   * socket.
   */
  deliver(index: number, again: boolean) {
    const picked = this.events[index % Math.max(1, this.events.length)]
    if (!picked) return
    const isSame = (other: MessageChange) =>
      picked.type === 'reaction' &&
      other.type === 'reaction' &&
      other.messageId === picked.messageId &&
      other.userId === picked.userId
    const first = this.events.find((other) => other === picked || isSame(other)) ?? picked
    if (!again || first.type === 'reaction') this.events = this.events.filter((other) => other !== first)
    this.apply(first)
  }

  request(where: { before?: number; after?: number }) {
    this.requests.push({ requestedAt: this.list.clock, ...where })
  }

  /** The server reads for a request; its answer is delivered later. */
  serve(index: number) {
    const question = this.requests[index % Math.max(1, this.requests.length)]
    if (question && !question.answer) question.answer = this.pageOf(question)
  }

  pageOf({ before, after }: { before?: number; after?: number }) {
    if (after !== undefined) return this.messages.slice(after, after + 5)
    const end = before === undefined ? this.messages.length : before - 1
    return this.messages.slice(Math.max(0, end - 5), end)
  }

  answer(index: number) {
    const question = this.requests[index % Math.max(1, this.requests.length)]
    if (!question?.answer) return
    this.requests = this.requests.filter((other) => other !== question)
    const { requestedAt, before, after, answer } = question
    const [edge, far] = after === undefined ? [answer[0]?.seq ?? 1, 1] : [answer.at(-1)?.seq ?? 1, Infinity]
    this.apply({
      type: 'page',
      requestedAt,
      before,
      after,
      messages: answer,
      hasMore: far === 1 ? edge > 1 : edge < this.messages.length,
    })
  }

  requestNow(where: { before?: number; after?: number }) {
    this.request(where)
    this.serve(this.requests.length - 1)
    this.answer(this.requests.length - 1)
  }

  /** Requests missing messages, as the browser does after a reconnect. */
  catchUp() {
    if (!this.list.isLoaded) this.requestNow({})
    for (let gap = gapAfter(this.list); gap !== undefined; gap = gapAfter(this.list))
      this.requestNow({ after: gap })
    for (let seq = lastSeq(this.list); seq < this.messages.length; seq = lastSeq(this.list))
      this.requestNow({ after: seq })
  }
}

const index = fc.nat({ max: 50 })
const person = fc.constantFrom(AMA, KOFI)
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('send' as const), who: person }),
    fc.record({ do: fc.constant('read' as const), who: person }),
    fc.record({
      do: fc.constant('react' as const),
      who: person,
      index,
      reaction: fc.constantFrom<Reaction | null>('heart', 'smile', null),
    }),
    fc.record({ do: fc.constant('deliver' as const), index, again: fc.boolean() }),
    fc.record({ do: fc.constant('lose' as const), index }),
    fc.record({ do: fc.constant('ask' as const), older: fc.boolean() }),
    fc.record({ do: fc.constant('serve' as const), index }),
    fc.record({ do: fc.constant('answer' as const), index }),
    fc.record({ do: fc.constant('catch-up' as const) }),
  ),
  { maxLength: 80 },
)

function take(wire: Wire, step: typeof steps extends fc.Arbitrary<(infer Step)[]> ? Step : never) {
  if (step.do === 'send') wire.send(step.who)
  if (step.do === 'read') wire.read(step.who)
  if (step.do === 'react') wire.react(step.index, step.who, step.reaction)
  if (step.do === 'deliver') wire.deliver(step.index, step.again)
  if (step.do === 'lose') wire.events.splice(step.index, 1)
  if (step.do === 'ask')
    wire.request(step.older ? { before: olderBefore(wire.list) } : { after: lastSeq(wire.list) })
  if (step.do === 'serve') wire.serve(step.index)
  if (step.do === 'answer') wire.answer(step.index)
  if (step.do === 'catch-up') wire.catchUp()
}

it("the list equals the server's after lost, repeated and late events and answers", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const wire = new Wire()
      for (const step of all) {
        take(wire, step)
        const numbers = seqs(wire.list)
        expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
      }
      while (wire.events.length > 0) wire.deliver(0, false)
      while (wire.requests.length > 0) {
        wire.serve(0)
        wire.answer(0)
      }
      wire.catchUp()
      // Changes lost from older messages arrive when those are read again.
      for (let seq = 0; seq < wire.messages.length; seq += 5) wire.requestNow({ after: seq })
      const shown = shownMessages(wire.list, AMA)
      const first = wire.list.known[0]?.message.seq ?? 1
      const expected = wire.messages.slice(first - 1)
      expect(shown.map(keyOf)).toEqual(expected.map(({ clientKey }) => clientKey))
      expect(shown.map((each) => each.kind === 'message' && each.isRead)).toEqual(
        expected.map(({ read }) => read),
      )
      const marks = (reactions: Message['reactions']) =>
        reactions.map(({ userId, reaction }) => `${userId} ${reaction}`).toSorted()
      expect(shown.map((each) => each.kind === 'message' && marks(each.reactions))).toEqual(
        expected.map(({ reactions }) => marks(reactions)),
      )
    }),
    { numRuns: 400 },
  )
})
