import { isBlank } from '#contract/blank.ts'
import type { Message } from '#contract/conversations.ts'
import { ApiError, statusOf } from '#web/api/client.ts'
import { type EntriesParts, OutboxEntries, type OutboxItem } from './outbox-entries.ts'
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

/** Too many at once, or a server in trouble: asked again after a while. */
const PAUSE_MILLISECONDS = 10_000
const TOO_MANY = 429
const BUSY = [0, 408, TOO_MANY, 500, 502, 503, 504]

const isPassing = (error: unknown) => BUSY.includes(statusOf(error) ?? 500)

/** Tries each message, and what became of it. */
function createSender(
  { send, reduce, onSent, personId }: OutboxParts,
  entries: OutboxEntries,
  tryLater: () => void,
) {
  /** False when it has to wait. */
  async function failed(entry: OutboxEntry, error: unknown): Promise<boolean> {
    // Who has signed out meanwhile left nothing behind.
    if (entry.personId !== personId()) return false
    const { message } = error as Error
    if (!isPassing(error)) {
      const refusal = error instanceof ApiError ? error : undefined
      const problem = refusal?.fields[0]?.message ?? message
      await entries.save({ ...entry, problem, ...(refusal && { code: refusal.code }) })
      return true
    }
    if (statusOf(error) === TOO_MANY) entries.waitsFor(entry.clientKey, message)
    tryLater()
    return false
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
      return await failed(entries.find(clientKey) ?? entry, error)
    } finally {
      entries.progress(clientKey, undefined)
    }
  }
}

/**
 * Messages on their way to the server, each once and in the order in which they were written: one that finds no
 * network waits, and those of its conversation after it wait as well. The key that the browser gave makes it safe
 * to send again what may have arrived.
 */
export function createOutbox(parts: OutboxParts): Outbox {
  const entries = new OutboxEntries(parts)
  let pause: ReturnType<typeof setTimeout> | undefined

  const sendOne = createSender(parts, entries, () => {
    clearTimeout(pause)
    pause = setTimeout(() => void flush(), PAUSE_MILLISECONDS)
  })

  async function sendAll(conversationId: string) {
    for (;;) {
      // Another tab may have sent some while this one waited for its turn.
      await entries.reload()
      const next = entries.next(conversationId)
      if (!next || !(await sendOne(next))) return
    }
  }

  async function flush() {
    clearTimeout(pause)
    await entries.reload()
    const sending = [...entries.conversations()].map((id) =>
      parts.alone(`sankofa.outbox.${id}`, () => sendAll(id)),
    )
    await Promise.all(sending)
  }

  async function saveAndSend(entry: Omit<OutboxEntry, 'place' | 'problem'>) {
    // What is tried again goes to the end: what was written after it may be there already.
    await entries.save({ ...entry, problem: null, code: undefined, place: entries.nextPlace() })
    await flush()
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
    discard: (clientKey) => entries.remove(clientKey),
    flush,
    reload: () => entries.reload(),
    forgetOthers: () => entries.forgetOthers(),
    items: entries.items,
    subscribe: entries.subscribe,
    close: () => clearTimeout(pause),
  }
}
