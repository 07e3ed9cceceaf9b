import { ApiError } from '#web/platform/api/client.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'
import type { Collection } from './collection.ts'
import type { StoredRow } from './database.ts'
import type { Attempts, Verdict } from './judge-failure.ts'
import { withLock } from './locks.ts'
import { createPauses } from './pauses.ts'

/**
 * A row whose key is also its idempotency key, so that the server recognises a row that it has already
 * received.
 */
export interface QueueRow extends StoredRow {
  /** `waiting` rows are sent as soon as possible, `refused` ones came back, and null is not to be sent. */
  delivery: 'waiting' | 'refused' | null
  /** Why it was refused or, if that is worth saying, why it waits. */
  reason: string | null
  /** The server's code for the refusal. */
  code?: ApiError['code']
  /** How often the server itself failed with the row. */
  faults?: number
}

interface Sending {
  signal: AbortSignal
  /** A share from 0 to 1. */
  onProgress: (progress: number) => void
}

export interface QueueOptions<Row extends QueueRow, Reply> {
  /** Name of its locks. */
  name: string
  rows: Collection<Row>
  /** Rows of a signed-out person wait until that person is back. */
  isOwn: (row: Row) => boolean
  /** Rows of one subject are sent one after the other. */
  subjectOf: (row: Row) => string
  /**
   * Lower numbers are sent earlier. A row whose number changes while it is sent has been edited, and the sent
   * version does not count.
   */
  orderOf: (row: Row) => number
  /** The signal is aborted when the row is changed or deleted, unless all of it was sent. */
  send: (row: Row, sending: Sending) => Promise<Reply>
  /**
   * Called before the row is deleted, so that the screen always shows either the row or what became of it.
   */
  onSent?: (row: Row, reply: Reply) => void
  onRefused?: (row: Row) => void
  /** The patch changes the row if it is refused. */
  judge: (error: unknown, attempts: Attempts) => Verdict & { patch?: Partial<Row> }
  /**
   * Sends one subject after the other, which suits large rows; after an attempt without an answer it stops.
   */
  isSerial?: boolean
  /** True if the queue also sends rows that other code or another tab puts into the collection. */
  isFollowing?: boolean
}

interface UnderWay<Row> {
  row: Row
  progress: number
  abort: AbortController
}

export type QueueItem<Row> = Row & {
  state: 'sending' | 'waiting' | 'refused'
  progress: number
  /** True if something of its subject could not be sent at the last attempt. */
  isHeldUp: boolean
}

const lockOf = (name: string, subject: string) => `sankofa.${name}.${subject}`

/** Resolves once no tab sends anything of the subject. */
export const whenIdle = (name: string, subject: string): Promise<void> =>
  withLock(lockOf(name, subject), async () => undefined)

/**
 * Sends the waiting rows of a collection, each once and in order within its subject, from one tab at a time.
 * Rows outlive the tab. If an answer was lost, the server recognises the row by its key.
 */
export class Queue<Row extends QueueRow, Reply = unknown> {
  readonly #options: QueueOptions<Row, Reply>
  readonly #pauses = createPauses(() => void this.sendDue())
  readonly #underWay = new Map<string, UnderWay<Row>>()
  readonly #listeners = createListeners()
  readonly #stopListening: () => void
  #items: readonly QueueItem<Row>[] = []
  /** Rejects when the queue closes, so that no attempt keeps its lock. */
  readonly #closed = Promise.withResolvers<never>()
  #isClosed = false
  #calls = 0

  constructor(options: QueueOptions<Row, Reply>) {
    this.#options = options
    this.#stopListening = options.rows.subscribe(() => {
      this.#abortChanged()
      this.#show()
      this.#follow()
    })
    this.#show()
  }

  /**
   * Rows that wait, are being sent or were refused, in order. Returns the same array until something changes.
   */
  readonly items = (): readonly QueueItem<Row>[] => this.#items

  readonly subscribe = this.#listeners.add

  /**
   * Adds rows, or sends refused rows again. A pause that the server demanded continues. Returns false if a row was
   * neither sent nor stored on this device.
   */
  async add(...rows: Row[]): Promise<boolean> {
    const fresh = { delivery: 'waiting', reason: null, code: undefined, faults: undefined } as const
    const stored = await Promise.all(rows.map((row) => this.#options.rows.put({ ...row, ...fresh })))
    await this.#sendWhere((subject) => !this.#pauses.isFromServer(subject))
    return rows.every(({ key }, nth) => stored[nth] === true || this.#options.rows.get(key) === undefined)
  }

  async delete(key: string): Promise<void> {
    const row = this.#options.rows.get(key)
    if (!row) return
    const subject = this.#options.subjectOf(row)
    const isBlocking = row.faults !== undefined && this.#next(subject)?.key === key
    await this.#options.rows.delete([key])
    if (!isBlocking) return
    // The server failed with this row, so that the others waited for it. Now they can be sent.
    this.#pauses.end(subject)
    await this.#sendWhere((other) => other === subject)
  }

  /** Sends all waiting rows; called at each retry opportunity. */
  async flush(): Promise<void> {
    this.#pauses.endAll()
    await this.#sendWhere(() => true)
  }

  async sendDue(): Promise<void> {
    await this.#sendWhere(this.#pauses.isDue)
  }

  /** Sends nothing more in this tab. */
  close(): void {
    this.#isClosed = true
    this.#closed.promise.catch(() => undefined)
    this.#closed.reject(new Error('The queue is closed'))
    this.#pauses.endAll()
    this.#stopListening()
    for (const { abort } of this.#underWay.values()) abort.abort()
  }

  #waiting(): Row[] {
    const { rows, isOwn, orderOf } = this.#options
    const waiting = rows.rows().filter((row) => row.delivery === 'waiting' && isOwn(row))
    return waiting.toSorted((one, other) => orderOf(one) - orderOf(other))
  }

  /** The row to send next. If it is still being written, nothing is sent, so that no row overtakes it. */
  #next(subject: string): Row | undefined {
    const first = this.#waiting().find((row) => this.#options.subjectOf(row) === subject)
    return first && !this.#options.rows.isWriting(first.key) ? first : undefined
  }

  #follow(): void {
    if (this.#options.isFollowing && this.#hasDue()) void this.sendDue()
  }

  #hasDue(): boolean {
    const { rows, subjectOf } = this.#options
    const isDue = (row: Row) => this.#pauses.isDue(subjectOf(row)) && !rows.isWriting(row.key)
    return !this.#isClosed && this.#calls === 0 && this.#waiting().some(isDue)
  }

  async #sendWhere(mayTry: (subject: string) => boolean): Promise<void> {
    const { name, rows, subjectOf, isSerial } = this.#options
    this.#calls += 1
    await rows.reload()
    const subjects = [...new Set(this.#waiting().map(subjectOf))].filter(mayTry)
    if (!isSerial) await Promise.all(subjects.map((subject) => this.#sendSubject(subject, mayTry)))
    else if (subjects.length > 0)
      await withLock(`sankofa.${name}`, () => this.#sendOneByOne(subjects, mayTry))
    this.#calls -= 1
    // Rows may have been added or written in the meantime.
    this.#follow()
  }

  async #sendOneByOne(subjects: readonly string[], mayTry: (subject: string) => boolean): Promise<void> {
    for (const subject of subjects) {
      await this.#sendSubject(subject, mayTry)
      if (this.#pauses.isUnanswered(subject)) return
    }
  }

  #sendSubject(subject: string, mayTry: (subject: string) => boolean): Promise<void> {
    return withLock(lockOf(this.#options.name, subject), async () => {
      // The subject may have failed while this call waited for the lock.
      if (!mayTry(subject)) return
      while (!this.#isClosed) {
        // Another tab may have sent some rows in the meantime.
        await this.#options.rows.reload()
        const next = this.#next(subject)
        if (next && !(await this.#attempt(next))) return
        this.#pauses.end(subject)
        if (!next) return
      }
    })
  }

  /** Resolves to false if the row has to wait. */
  async #attempt(row: Row): Promise<boolean> {
    const { rows, send, onSent } = this.#options
    const underWay = { row, progress: 0, abort: new AbortController() }
    const onProgress = (progress: number) => {
      underWay.progress = Math.max(underWay.progress, progress)
      this.#show()
    }
    this.#underWay.set(row.key, underWay)
    this.#show()
    try {
      const sending = send(row, { signal: underWay.abort.signal, onProgress })
      const reply = await Promise.race([sending, this.#closed.promise])
      onSent?.(row, reply)
      if (this.#isUnchanged(row)) await rows.delete([row.key])
      return true
    } catch (error) {
      return await this.#failed(row, error)
    } finally {
      this.#underWay.delete(row.key)
      this.#show()
    }
  }

  async #failed(row: Row, error: unknown): Promise<boolean> {
    const { rows, isOwn, subjectOf, judge, onRefused } = this.#options
    if (this.#isClosed) return false
    const current = rows.get(row.key)
    // The row was changed or deleted in the meantime, or its writer has signed out.
    if (!current || !this.#isUnchanged(row) || !isOwn(row)) return true
    const subject = subjectOf(row)
    const { faults = 0 } = current
    const verdict = judge(error, { failures: this.#pauses.failures(subject), faults })
    const { pauseMs, reason, isAnswered, isFault, patch } = verdict
    if (pauseMs !== null) {
      this.#pauses.begin(subject, { pauseMs, isAnswered })
      await rows.put({ ...current, reason, faults: isFault ? faults + 1 : current.faults })
      return false
    }
    const code = error instanceof ApiError ? error.code : undefined
    await rows.put({ ...current, delivery: 'refused', reason, code, faults: undefined, ...patch })
    onRefused?.({ ...current, reason })
    return true
  }

  #isUnchanged(row: Row): boolean {
    const { rows, orderOf } = this.#options
    const current = rows.get(row.key)
    return current?.delivery === 'waiting' && orderOf(current) === orderOf(row)
  }

  #abortChanged(): void {
    for (const { row, progress, abort } of this.#underWay.values()) {
      // Once all is sent, only the server's answer says what became of it.
      if (progress < 1 && !this.#isUnchanged(row)) abort.abort()
    }
  }

  #show(): void {
    const { rows, isOwn, orderOf, subjectOf } = this.#options
    const own = rows.rows().filter((row) => row.delivery !== null && isOwn(row))
    this.#items = own
      .toSorted((one, other) => orderOf(one) - orderOf(other))
      .map((row) => {
        const underWay = this.#underWay.get(row.key)
        const state = row.delivery === 'refused' ? 'refused' : underWay ? 'sending' : 'waiting'
        const isHeldUp = this.#pauses.isHeldUp(subjectOf(row))
        return { ...row, state, progress: underWay?.progress ?? 0, isHeldUp }
      })
    this.#listeners.call()
  }
}
