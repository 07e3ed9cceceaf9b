import type { Reaction } from '#contract/selling/choices.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import { type ApiClient, statusOf } from '#web/platform/api/client.ts'
import type { Live } from '#web/platform/live/live.ts'
import {
  applyLive,
  gapAfter,
  lastSeq,
  type MessageChange,
  type MessageList,
  NO_MESSAGES,
  olderBefore,
} from '#web/conversations/apply-live.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'
import type { StoredConversations } from './stored-conversations.ts'
import type { Outbox } from './outbox.ts'
import { createPreviews } from '#web/conversations/inbox/previews.ts'
import { STORED_COPY_DELAY_MS, readInTime } from '#web/conversations/read-in-time.ts'
import { type ShownMessage, shownMessages } from '#web/conversations/messages/shown-messages.ts'
import { isVisible, onVisibility } from '#web/conversations/visibility.ts'

export interface MessageStoreOptions {
  api: ApiClient
  live: Live
  outbox: Pick<Outbox, 'items' | 'subscribe'>
  stored: Pick<StoredConversations, 'readMessages' | 'saveMessages'>
  personId: string
  conversationId: string
}

export interface MessagesView {
  list: MessageList
  shown: ShownMessage[]
  /** 'failed': nothing was loaded; 'stored': the server was not reached, so this device's copy shows. */
  status: 'loading' | 'ready' | 'stored' | 'failed'
  older: 'none' | 'there' | 'loading' | 'failed'
  /** Number of times it has caught up with the server. */
  caughtUp: number
  /** The newest number when the conversation was first loaded: higher ones arrived while it was open. */
  openedAt: number
}

/** Without a socket, a visible conversation is loaded again this often. */
const POLL_MS = 15_000
/** Delay before the shown messages are stored on the device. */
const SAVE_MS = 500

interface PageRange {
  before?: number
  after?: number
}

const numbersOf = ({ before, after }: PageRange) => ({
  before: before?.toString(),
  after: after?.toString(),
})

/** Requests the messages of one open conversation, follows events and provides one view of all. */
export class MessageStore {
  readonly #options: MessageStoreOptions
  readonly #listeners = createListeners()
  readonly #previews = createPreviews()
  #list = NO_MESSAGES
  #view: MessagesView = {
    list: NO_MESSAGES,
    shown: [],
    status: 'loading',
    older: 'none',
    caughtUp: 0,
    openedAt: Infinity,
  }
  #olderState: 'idle' | 'loading' | 'failed' = 'idle'
  #catchingUp: Promise<void> | undefined
  #mustCatchUpAgain = false
  #saveTimer: ReturnType<typeof setTimeout> | undefined
  #stops: (() => void)[] = []
  #calls = 0
  #reading = 0
  /** Reactions to the same message are sent one after the other, so that the last choice wins. */
  readonly #reacting = new Map<string, Promise<unknown>>()

  constructor(options: MessageStoreOptions) {
    this.#options = options
  }

  readonly read = (): MessagesView => this.#view

  readonly subscribe = this.#listeners.add

  /** Subscribes before it loads, so that it misses no event in between. Returns a function that stops it. */
  start(): () => void {
    const { live, outbox, conversationId } = this.#options
    const isHere = (event: { conversationId: string }) => event.conversationId === conversationId
    const polling = setInterval(() => this.#pollIfVisible(), POLL_MS)
    this.#stops = [
      live.subscribe('message.sent', ({ message }) => {
        if (isHere(message)) this.#change({ type: 'sent', message })
      }),
      live.subscribe('message.held', ({ message }) => {
        if (isHere(message)) this.#change({ type: 'held', message })
      }),
      live.subscribe('message.read', (event) => {
        if (isHere(event)) this.#change({ type: 'read', userId: event.userId, seq: event.seq })
      }),
      live.subscribe('reaction.changed', (event) => {
        if (isHere(event)) this.#change({ ...event, type: 'reaction' })
      }),
      // Their photos were deleted with their account.
      live.subscribe('person.left', () => void this.catchUp()),
      live.onState(() => void (live.state() === 'connected' && this.catchUp())),
      outbox.subscribe(() => this.#showPending()),
      () => clearInterval(polling),
      // A phone that wakes up may have missed events without noticing a lost connection.
      onVisibility(() => void (isVisible() && this.catchUp())),
    ]
    this.#showPending()
    void this.load()
    return () => this.#stop()
  }

  #stop(): void {
    for (const stop of this.#stops) stop()
    this.#stops = []
    this.#saveNow()
    this.#previews.close()
  }

  async load(): Promise<void> {
    if (this.#view.status === 'failed') this.#show({ status: 'loading' })
    const waiting = setTimeout(() => void this.#showStored(), STORED_COPY_DELAY_MS)
    await this.catchUp()
    clearTimeout(waiting)
  }

  async #showStored(): Promise<void> {
    const { stored, personId, conversationId } = this.#options
    const messages = await stored.readMessages(personId, conversationId)
    if (!messages || this.#list.known.length > 0) return
    this.#change({ type: 'page', requestedAt: 0, isStored: true, messages, hasMore: true })
  }

  /** Loads new messages, and the current state of the newest ones. */
  catchUp(): Promise<void> {
    // A run that is under way may have read before the change that caused this call.
    this.#mustCatchUpAgain = this.#catchingUp !== undefined
    this.#catchingUp ??= this.#catchUpAll().finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  async #catchUpAll(): Promise<void> {
    do {
      this.#mustCatchUpAgain = false
      await this.#catchUpOnce()
    } while (this.#mustCatchUpAgain)
  }

  async #catchUpOnce(): Promise<void> {
    try {
      if (this.#list.isLoaded) await this.#fillGaps(lastSeq(this.#list))
      await this.#readPage({})
      await this.#fillGaps()
      this.#show({ status: 'ready', caughtUp: this.#view.caughtUp + 1 })
    } catch (error) {
      if (this.#list.isLoaded) return
      if (statusOf(error) === 0) await this.#showStored()
      const isUnreached = statusOf(error) === 0 && this.#list.known.length > 0
      this.#show({ status: isUnreached ? 'stored' : 'failed' })
    }
  }

  /** Requests missing messages until there are none, or the server has no more. */
  async #fillGaps(from?: number): Promise<void> {
    let after = gapAfter(this.#list) ?? from
    while (after !== undefined) {
      const { messages, hasMore } = await this.#readPage({ after })
      if (messages.length === 0) return
      after = gapAfter(this.#list) ?? (hasMore ? messages.at(-1)?.seq : undefined)
    }
  }

  async #readPage(range: PageRange) {
    const { api, conversationId } = this.#options
    const requestedAt = this.#list.clock
    const params = { id: conversationId }
    const page = await readInTime((inTime) =>
      api.call('listMessages', { params, query: numbersOf(range) }, inTime),
    )
    this.#change({ type: 'page', requestedAt, ...range, ...page })
    return page
  }

  async loadOlder(): Promise<void> {
    const before = olderBefore(this.#list)
    if (before === undefined || this.#olderState === 'loading') return
    this.#setOlder('loading')
    try {
      await this.#readPage({ before })
      this.#setOlder('idle')
    } catch {
      this.#setOlder('failed')
    }
  }

  /** Reports once that the viewer has seen all messages up to this number; after a failure it may report again. */
  async markRead(seq: number): Promise<void> {
    const { api, conversationId, personId } = this.#options
    if (seq <= Math.max(this.#reading, this.#list.readBy.get(personId) ?? 0)) return
    const before = this.#reading
    this.#reading = seq
    try {
      await api.call('markRead', { params: { id: conversationId }, body: { seq } })
    } catch {
      if (this.#reading === seq) this.#reading = before
    }
  }

  /** Shows a reaction at once; rejects, and takes it back, if it could not be saved. */
  async react(messageId: string, reaction: Reaction | null): Promise<void> {
    const { api, personId } = this.#options
    this.#calls += 1
    const call = this.#calls
    this.#change({ type: 'chosen', messageId, reaction, call })
    const before = this.#reacting.get(messageId) ?? Promise.resolve()
    const saving = before.then(() =>
      api.call('setReaction', { params: { id: messageId }, body: { reaction } }),
    )
    this.#reacting.set(
      messageId,
      saving.catch(() => undefined),
    )
    const settled = { type: 'settled', messageId, userId: personId, call } as const
    try {
      await saving
      this.#change({ ...settled, isSaved: true })
    } catch (error) {
      this.#change({ ...settled, isSaved: false })
      throw error
    }
  }

  #pollIfVisible(): void {
    if (isVisible() && this.#options.live.state() !== 'connected') void this.catchUp()
  }

  #showPending(): void {
    const { outbox, conversationId } = this.#options
    const items = outbox.items().filter((item) => item.conversationId === conversationId)
    this.#change({ type: 'pending', pending: this.#previews.of(items) })
  }

  #change(change: MessageChange): void {
    this.#list = applyLive(this.#list, change)
    this.#show()
    if (change.type === 'sent' && gapAfter(this.#list) !== undefined) void this.catchUp()
    if (change.type !== 'pending') this.#saveSoon()
  }

  #setOlder(state: 'idle' | 'loading' | 'failed'): void {
    this.#olderState = state
    this.#show()
  }

  #show(change: Partial<Pick<MessagesView, 'status' | 'caughtUp'>> = {}): void {
    const isOlderThere = olderBefore(this.#list) !== undefined
    const older = this.#olderState === 'idle' ? 'there' : this.#olderState
    const isFirstRead = change.status === 'ready' && this.#view.openedAt === Infinity
    this.#view = {
      ...this.#view,
      ...change,
      list: this.#list,
      shown: shownMessages(this.#list, this.#options.personId),
      older: isOlderThere ? older : 'none',
      ...(isFirstRead && { openedAt: lastSeq(this.#list) }),
    }
    this.#listeners.call()
  }

  #saveSoon(): void {
    if (this.#list.isLoaded) this.#saveTimer ??= setTimeout(() => this.#saveNow(), SAVE_MS)
  }

  #saveNow(): void {
    if (this.#saveTimer === undefined) return
    clearTimeout(this.#saveTimer)
    this.#saveTimer = undefined
    const { stored, personId, conversationId } = this.#options
    const messages = this.#view.shown.flatMap((shown): Message[] =>
      shown.kind === 'message' ? [{ ...shown.message, read: shown.isRead, reactions: shown.reactions }] : [],
    )
    void stored.saveMessages(personId, conversationId, messages)
  }
}
