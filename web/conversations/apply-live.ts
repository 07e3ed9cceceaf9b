import type { Reaction } from '#contract/selling/choices.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import type { UnsentStep } from '#web/conversations/outbox/unsent-messages.ts'

/** A message of the viewer that the server has not confirmed. */
export interface PendingMessage {
  clientKey: string
  content: string
  /** A step of the agreement instead of a text. */
  step?: UnsentStep
  /** For a photo: its object URL, and the share that has been sent, from 0 to 1. */
  photo: { preview: string; sent: number } | null
  createdAt: string
  state: 'preparing' | 'sending' | 'waiting' | 'failed'
  /** It waits after a failure, and its sender may delete it. */
  isHeldUp: boolean
  /** Why it failed, in words for the person. */
  problem: string | null
  /** The server's problem code. */
  code?: string
}

interface KnownMessage {
  message: Message
  /** The list's clock when the message was requested; otherwise EMITTED or STORED. */
  asOf: number
}

/** The server emitted the message without a request. */
const EMITTED = -1
/** The message was read from this device. */
const STORED = -2

interface ReceivedReaction {
  reaction: Reaction | null
  receivedAt: number
}

/** The known messages of one conversation. Changes may arrive in any order, and more than once. */
export interface MessageList {
  /** Counts the changes, to find the fresher of two versions. */
  clock: number
  /** Each message once, ordered by number. */
  known: readonly KnownMessage[]
  /** Reactions from events, by message and person; also for messages that are not loaded yet. */
  receivedReactions: ReadonlyMap<string, ReadonlyMap<string, ReceivedReaction>>
  /** The viewer's reactions that the server has not confirmed, by message. */
  chosen: ReadonlyMap<string, { reaction: Reaction | null; call: number }>
  /** The highest number that each person has read. */
  readBy: ReadonlyMap<string, number>
  /** Whether the newest page was loaded during this visit. */
  isLoaded: boolean
  /** The conversation has no messages before the oldest known one, whatever its number. */
  isBottom: boolean
  /** The viewer's messages that the guard holds, in order. */
  held: readonly Message[]
  /** The viewer's messages that wait or failed, in order. */
  pending: readonly PendingMessage[]
}

export type MessageChange =
  /** Messages requested at a tick of the clock: the newest, or those before or after a number. */
  | {
      type: 'page'
      requestedAt: number
      before?: number
      after?: number
      /** Messages read from this device, shown until the server answers. */
      isStored?: boolean
      messages: Message[]
      held?: Message[]
      hasMore: boolean
    }
  | { type: 'sent'; message: Message }
  | { type: 'held'; message: Message }
  | { type: 'read'; userId: string; seq: number }
  | { type: 'reaction'; messageId: string; userId: string; reaction: Reaction | null }
  | { type: 'chosen'; messageId: string; reaction: Reaction | null; call: number }
  | { type: 'settled'; messageId: string; userId: string; call: number; isSaved: boolean }
  | { type: 'pending'; pending: readonly PendingMessage[] }

export const NO_MESSAGES: MessageList = {
  clock: 0,
  known: [],
  receivedReactions: new Map(),
  chosen: new Map(),
  readBy: new Map(),
  isLoaded: false,
  isBottom: false,
  held: [],
  pending: [],
}

const seqOf = ({ message }: KnownMessage) => message.seq

function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value | undefined) {
  const next = new Map(map)
  if (value === undefined) next.delete(key)
  else next.set(key, value)
  return next
}

/** The fresher of two versions of a message. A read message never becomes unread. */
function fresher(old: KnownMessage, received: KnownMessage): KnownMessage {
  const [late, early] = received.asOf > old.asOf ? [received, old] : [old, received]
  if (late.message.read || !early.message.read) return late
  return { ...late, message: { ...late.message, read: true } }
}

function merge(known: readonly KnownMessage[], received: readonly KnownMessage[]): readonly KnownMessage[] {
  const bySeq = new Map(known.map((each) => [seqOf(each), each]))
  for (const each of received) {
    const old = bySeq.get(seqOf(each))
    bySeq.set(seqOf(each), old ? fresher(old, each) : each)
  }
  return [...bySeq.values()].toSorted((one, other) => seqOf(one) - seqOf(other))
}

/** Drops reactions emitted before a page was requested: the page contains them or has newer ones. */
function withoutOutdated(
  receivedReactions: MessageList['receivedReactions'],
  messages: Message[],
  requestedAt: number,
): MessageList['receivedReactions'] {
  const next = new Map(receivedReactions)
  for (const { id } of messages) {
    const ofMessage = [...(next.get(id) ?? [])].filter(([, { receivedAt }]) => receivedAt > requestedAt)
    if (ofMessage.length > 0) next.set(id, new Map(ofMessage))
    else next.delete(id)
  }
  return next
}

type Page = Extract<MessageChange, { type: 'page' }>

/**
 * If the newest page does not join the known messages after a long absence, drops the known messages. People can load
 * them again by scrolling up, whereas filling the gap might take thousands of pages. Messages stored on this device are
 * dropped in any case, because they may have changed since and the addresses of their photos have expired.
 */
function joined(known: readonly KnownMessage[], { messages, before, after, hasMore }: Page) {
  const [first] = messages
  if (before !== undefined || after !== undefined || !hasMore || !first) return known
  const fresh = known.filter((each) => each.asOf !== STORED || seqOf(each) >= first.seq)
  const joins = fresh.some((each) => seqOf(each) === first.seq - 1)
  return joins ? fresh : fresh.filter((each) => seqOf(each) >= first.seq)
}

/** Whether a page shows that there is nothing before the oldest known message. */
function showsBottom({ messages, after, hasMore }: Page, oldest: number | undefined) {
  if (after !== undefined || hasMore) return false
  const [first] = messages
  return first === undefined || first.seq === oldest
}

/** Held messages without those that have since been released and arrived. */
const withoutArrived = (held: readonly Message[], arrived: readonly Message[]) =>
  held.filter(({ clientKey }) => !arrived.some((message) => message.clientKey === clientKey))

const withHeld = (held: readonly Message[], message: Message) =>
  [...withoutArrived(held, [message]), message].toSorted((one, other) =>
    one.createdAt < other.createdAt ? -1 : 1,
  )

function applyPage(list: MessageList, page: Page): MessageList {
  const { messages, requestedAt, before, after, held = list.held, isStored = false } = page
  const asOf = isStored ? STORED : requestedAt
  const received = messages.map((message) => ({ message, asOf }))
  const known = merge(joined(list.known, page), received)
  if (isStored) return { ...list, known }
  return {
    ...list,
    known,
    held: withoutArrived(held, messages),
    receivedReactions: withoutOutdated(list.receivedReactions, messages, requestedAt),
    isLoaded: list.isLoaded || (before === undefined && after === undefined),
    isBottom: list.isBottom || showsBottom(page, known[0]?.message.seq),
  }
}

function receiveReaction(
  list: MessageList,
  messageId: string,
  userId: string,
  reaction: Reaction | null,
): MessageList {
  const ofMessage = list.receivedReactions.get(messageId) ?? new Map<string, ReceivedReaction>()
  const receivedReactions = { reaction, receivedAt: list.clock }
  return {
    ...list,
    receivedReactions: withEntry(
      list.receivedReactions,
      messageId,
      withEntry(ofMessage, userId, receivedReactions),
    ),
  }
}

function settle(list: MessageList, change: Extract<MessageChange, { type: 'settled' }>): MessageList {
  const { messageId, userId, call, isSaved } = change
  const mine = list.chosen.get(messageId)
  // The viewer has chosen again since; the later choice counts.
  if (mine?.call !== call) return list
  const next = { ...list, chosen: withEntry(list.chosen, messageId, undefined) }
  return isSaved ? receiveReaction(next, messageId, userId, mine.reaction) : next
}

function applyOne(list: MessageList, change: MessageChange): MessageList {
  switch (change.type) {
    case 'page':
      return applyPage(list, change)
    case 'sent': {
      const { message } = change
      const isKnown = list.known.some((each) => seqOf(each) === message.seq)
      const known = isKnown ? list.known : merge(list.known, [{ message, asOf: EMITTED }])
      return { ...list, known, held: withoutArrived(list.held, [message]) }
    }
    case 'held':
      return { ...list, held: withHeld(list.held, change.message) }
    case 'read': {
      const seq = Math.max(change.seq, list.readBy.get(change.userId) ?? 0)
      return { ...list, readBy: withEntry(list.readBy, change.userId, seq) }
    }
    case 'reaction':
      return receiveReaction(list, change.messageId, change.userId, change.reaction)
    case 'chosen': {
      const { messageId, reaction, call } = change
      return { ...list, chosen: withEntry(list.chosen, messageId, { reaction, call }) }
    }
    case 'settled':
      return settle(list, change)
    case 'pending':
      return { ...list, pending: change.pending }
  }
}

export const applyLive = (list: MessageList, change: MessageChange): MessageList =>
  applyOne({ ...list, clock: list.clock + 1 }, change)

/** The number after which messages are missing; undefined if none are known to be missing. */
export function gapAfter({ known, isLoaded }: MessageList): number | undefined {
  if (!isLoaded) return undefined
  const before = known.find((each, index) => {
    const next = known[index + 1]
    return next !== undefined && seqOf(next) !== seqOf(each) + 1
  })
  return before && seqOf(before)
}

/** The number before which older messages can be requested. */
export function olderBefore({ known, isLoaded, isBottom }: MessageList): number | undefined {
  const oldest = known[0]?.message.seq
  return isLoaded && !isBottom && oldest !== undefined && oldest > 1 ? oldest : undefined
}

export const lastSeq = ({ known }: MessageList): number => known.at(-1)?.message.seq ?? 0
