import type { OutboxEntry, OutboxStore } from './outbox-store.ts'

/** An entry with what happens to it in this tab. */
export interface OutboxItem extends OutboxEntry {
  state: 'preparing' | 'sending' | 'waiting' | 'failed'
  /** Of a photo under way, from 0 to 1. */
  sent: number
  /** Why it waits, when the server said so. */
  waitsFor: string | null
  /** Something of its conversation could not be sent when it was tried. */
  isHeldUp: boolean
}

export interface EntriesParts {
  store: OutboxStore
  /** Who is signed in. */
  personId: () => string | undefined
  /** Tells other tabs that what is kept has changed. */
  tellOthers: () => void
}

const byPlace = (one: OutboxEntry, other: OutboxEntry) => one.place - other.place

function stateOf(entry: OutboxEntry, sent: number | undefined): OutboxItem['state'] {
  if (entry.problem !== null) return 'failed'
  if (sent === undefined) return 'waiting'
  return entry.photo && !entry.isReduced ? 'preparing' : 'sending'
}

/** What waits in the outbox of the person signed in, kept for the next visit and shown as it changes. */
export class OutboxEntries {
  readonly #parts: EntriesParts
  readonly #listeners = new Set<() => void>()
  readonly #underWay = new Map<string, number>()
  readonly #reasons = new Map<string, string>()
  readonly #heldUp = new Set<string>()
  /** Being written, and taken away for good: what a reading may not know of yet. */
  readonly #unsaved = new Map<string, OutboxEntry>()
  readonly #gone = new Set<string>()
  #entries: readonly OutboxEntry[] = []
  #items: readonly OutboxItem[] = []
  #lastPlace = 0

  constructor(parts: EntriesParts) {
    this.#parts = parts
  }

  readonly items = (): readonly OutboxItem[] => this.#items

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  find(clientKey: string): OutboxEntry | undefined {
    return this.#entries.find((entry) => entry.clientKey === clientKey)
  }

  /** Conversations that have something to be sent. */
  conversations(): Set<string> {
    const waiting = this.#entries.filter(({ problem }) => problem === null)
    return new Set(waiting.map(({ conversationId }) => conversationId))
  }

  /** What is to be sent next there, once it is safely kept: nothing overtakes what is being written. */
  next(conversationId: string): OutboxEntry | undefined {
    const first = this.#entries.find(
      (entry) => entry.conversationId === conversationId && entry.problem === null,
    )
    return first && !this.#unsaved.has(first.clientKey) ? first : undefined
  }

  /** Orders what is written later behind all that is there. */
  nextPlace(): number {
    this.#lastPlace = Math.max(Date.now(), this.#lastPlace + 1)
    return this.#lastPlace
  }

  /** Reads what is kept, which another tab may have changed. */
  async reload(): Promise<void> {
    const all = await this.#parts.store.all()
    const kept = all.filter(({ clientKey }) => !this.#gone.has(clientKey) && !this.#unsaved.has(clientKey))
    const person = this.#parts.personId()
    const own = [...kept, ...this.#unsaved.values()].filter((entry) => entry.personId === person)
    this.#lastPlace = Math.max(this.#lastPlace, ...own.map(({ place }) => place))
    this.#show(own)
  }

  async save(entry: OutboxEntry): Promise<void> {
    this.#unsaved.set(entry.clientKey, entry)
    this.#show([...this.#without(entry.clientKey), entry])
    await this.#parts.store.put(entry)
    this.#unsaved.delete(entry.clientKey)
    this.#parts.tellOthers()
  }

  async remove(clientKey: string): Promise<void> {
    this.#gone.add(clientKey)
    await this.#parts.store.remove(clientKey)
    this.#show(this.#without(clientKey))
    this.#parts.tellOthers()
  }

  /** Forgets what belongs to nobody who is signed in. */
  async forgetOthers(): Promise<void> {
    const person = this.#parts.personId()
    const isOthers = (entry: OutboxEntry) => entry.personId !== person
    this.#show(this.#entries.filter((entry) => !isOthers(entry)))
    const others = [...this.#unsaved.values(), ...(await this.#parts.store.all())].filter(isOthers)
    for (const { clientKey } of others) await this.remove(clientKey)
  }

  /** Tells how much of an entry is sent; undefined once it is not under way any more. */
  progress(clientKey: string, sent: number | undefined): void {
    if (sent === undefined) this.#underWay.delete(clientKey)
    else this.#underWay.set(clientKey, sent)
    this.#show(this.#entries)
  }

  waitsFor(clientKey: string, reason: string | undefined): void {
    if (reason === undefined) this.#reasons.delete(clientKey)
    else this.#reasons.set(clientKey, reason)
  }

  /** Tells whether a conversation waits after a failure. */
  holdUp(conversationId: string, isHeldUp: boolean): void {
    if (this.#heldUp.has(conversationId) === isHeldUp) return
    if (isHeldUp) this.#heldUp.add(conversationId)
    else this.#heldUp.delete(conversationId)
    this.#show(this.#entries)
  }

  #without(clientKey: string) {
    return this.#entries.filter((entry) => entry.clientKey !== clientKey)
  }

  #show(next: readonly OutboxEntry[]): void {
    this.#entries = next.toSorted(byPlace)
    this.#items = this.#entries.map((entry) => {
      const sent = this.#underWay.get(entry.clientKey)
      const waitsFor = this.#reasons.get(entry.clientKey) ?? null
      const isHeldUp = this.#heldUp.has(entry.conversationId)
      return { ...entry, state: stateOf(entry, sent), sent: sent ?? 0, waitsFor, isHeldUp }
    })
    for (const notify of this.#listeners) notify()
  }
}
