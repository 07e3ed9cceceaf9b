import { isBlank } from '#contract/blank.ts'
import type { Message } from '#contract/conversations.ts'
import { ApiError, statusOf } from '#web/api/client.ts'
import { isPassing } from '#web/api/is-passing.ts'
import { type EntriesParts, OutboxEntries, type OutboxItem } from './outbox-entries.ts'
import { createPauses, type Pauses } from './outbox-pauses.ts'
import type { OutboxEntry } from './outbox-store.ts'

export interface OutboxParts extends EntriesParts {
  /** A photo as it is worth sending. */
  reduce: (photo: Blob) => Promise<Blob>
  send: (entry: OutboxEntry, onProgress: (sent: number) => void) => Promise<Message>
  /** Does the work while no other tab does work under this name. */
  alone: (name: string, work: () => Promise<void>) => Promise<void>
  onSent: (message: Message) => void
}

export interface NewMessage {
  conversationId: string
  content: string
  photo: Blob | null
}

export interface Outbox {
  add(message: NewMessage): Promise<void>
  retry(clientKey: string): Promise<void>
  discard(clientKey: string): Promise<void>
  /** Sends whatever waits; called when there is hope again. */
  flush(): Promise<void>
  /** Reads again what is kept, after another tab changed it. */
  reload(): Promise<void>
  /** Forgets what belongs to nobody who is signed in. */
  forgetOthers(): Promise<void>
  items(): readonly OutboxItem[]
  subscribe(listener: () => void): () => void
  /** Ends the waiting for better times. */
  close(): void
}

const TOO_MANY = 429
/** Nobody answers for the server, or it has too much to do: whatever was sent, it will pass. */
const UNREACHED = [502, 503, 504]
/** A message with which the server fails so often holds up the others no longer. */
const FAULTS_MAX = 5

/** What took too long was given up: no answer came. What else has no status is a fault of our own. */
const statusOfFailure = (error: unknown) => statusOf(error) ?? (error instanceof DOMException ? 0 : 500)

const isFault = (status: number) => status >= 500 && !UNREACHED.includes(status)

function problemOf(error: unknown): Pick<OutboxEntry, 'problem' | 'code'> {
  if (!(error instanceof ApiError)) return { problem: (error as Error).message }
  return { problem: error.fields[0]?.message ?? error.message, code: error.code }
}

/** Tries each message, and what became of it. */
function createSender(
  { send, reduce, onSent, personId }: OutboxParts,
  entries: OutboxEntries,
  pauses: Pauses,
) {
  function wait({ conversationId, clientKey }: OutboxEntry, error: unknown) {
    const status = statusOfFailure(error)
    if (status === TOO_MANY) entries.waitsFor(clientKey, (error as Error).message)
    const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : 0
    pauses.begin(conversationId, { isAnswered: status !== 0, retryAfterSeconds })
    entries.holdUp(conversationId, true)
  }

  /** False when it has to wait. */
  async function failed(clientKey: string, error: unknown): Promise<boolean> {
    const entry = entries.find(clientKey)
    // Taken back meanwhile, or its writer is not signed in any more.
    if (!entry || entry.personId !== personId()) return true
    const status = statusOfFailure(error)
    const faults = (entry.faults ?? 0) + (isFault(status) ? 1 : 0)
    if (isPassing({ status }) && faults < FAULTS_MAX) {
      if (isFault(status)) await entries.save({ ...entry, faults })
      wait(entry, error)
      return false
    }
    await entries.save({ ...entry, ...problemOf(error) })
    return true
  }

  /** Kept as reduced, so that no later try has to do it again; undefined once it is not to be sent any more. */
  async function reduced(entry: OutboxEntry): Promise<OutboxEntry | undefined> {
    if (!entry.photo || entry.isReduced) return entry
    const ready = { ...entry, photo: await reduce(entry.photo), isReduced: true }
    if (entry.personId !== personId() || !entries.find(entry.clientKey)) return undefined
    await entries.save(ready)
    return ready
  }

  return async (entry: OutboxEntry): Promise<boolean> => {
    const { clientKey } = entry
    entries.waitsFor(clientKey, undefined)
    entries.progress(clientKey, 0)
    try {
      const ready = await reduced(entry)
      if (!ready) return true
      const message = await send(ready, (sent) => entries.progress(clientKey, sent))
      // Shown as sent before it leaves the outbox, so that it is never shown nowhere.
      onSent(message)
      await entries.remove(clientKey)
      return true
    } catch (error) {
      return await failed(clientKey, error)
    } finally {
      entries.progress(clientKey, undefined)
    }
  }
}

/** Sends what waits, one conversation beside the other, with a pause after each failure. */
function createTurns(parts: OutboxParts, entries: OutboxEntries) {
  const pauses = createPauses(() => void sendWhere(pauses.isDue))
  const sendOne = createSender(parts, entries, pauses)

  /** Nothing is in the way there any more. */
  function goOn(conversationId: string) {
    pauses.end(conversationId)
    entries.holdUp(conversationId, false)
  }

  async function sendAll(conversationId: string) {
    for (;;) {
      // Another tab may have sent some while this one waited for its turn.
      await entries.reload()
      const next = entries.next(conversationId)
      if (next && !(await sendOne(next))) return
      goOn(conversationId)
      if (!next) return
    }
  }

  async function sendWhere(mayTry: (conversationId: string) => boolean) {
    await entries.reload()
    const sending = [...entries.conversations()].map((id) =>
      // It may have failed while this waited for its turn.
      parts.alone(`sankofa.outbox.${id}`, async () => void (mayTry(id) && (await sendAll(id)))),
    )
    await Promise.all(sending)
  }

  return { pauses, goOn, sendWhere }
}

/**
 * Messages on their way to the server, each once and in the order in which they were written: one that finds no
 * network waits, and those of its conversation after it wait as well. The key that the browser gave makes it safe
 * to send again what may have arrived.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const entries = new OutboxEntries(parts)
  const { pauses, goOn, sendWhere } = createTurns(parts, entries)

  async function flush() {
    pauses.endAll()
    await sendWhere(() => true)
  }

  async function saveAndSend(entry: Omit<OutboxEntry, 'place' | 'problem'>) {
    // What is tried again goes to the end: what was written after it may be there already.
    const place = entries.nextPlace()
    await entries.save({ ...entry, problem: null, code: undefined, faults: undefined, place })
    await sendWhere((conversationId) => !pauses.isAskedFor(conversationId))
  }

  async function discard(clientKey: string) {
    const entry = entries.find(clientKey)
    const isInTheWay = entry?.faults !== undefined && entries.next(entry.conversationId) === entry
    await entries.remove(clientKey)
    if (!isInTheWay) return
    // It was the one with which the server failed: the others need not wait.
    const { conversationId } = entry
    goOn(conversationId)
    await sendWhere((id) => id === conversationId && pauses.isDue(id))
  }

  return {
    async add(message) {
      const personId = parts.personId()
      if (!personId || (!message.photo && isBlank(message.content))) return
      const clientKey = crypto.randomUUID()
      await saveAndSend({ ...message, personId, clientKey, createdAt: new Date().toISOString() })
    },
    async retry(clientKey) {
      const entry = entries.find(clientKey)
      if (entry) await saveAndSend(entry)
    },
    discard,
    flush,
    reload: () => entries.reload(),
    forgetOthers: () => entries.forgetOthers(),
    items: entries.items,
    subscribe: entries.subscribe,
    close: pauses.endAll,
  }
}
