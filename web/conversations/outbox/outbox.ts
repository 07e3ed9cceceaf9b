import { isBlank } from '#contract/blank.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import type { Collection } from '#web/platform/offline/collection.ts'
import { createFailureJudge } from '#web/platform/offline/judge-failure.ts'
import { Queue, type QueueItem, type QueueOptions } from '#web/platform/offline/queue.ts'
import type { UnsentMessage } from './unsent-messages.ts'

const PAUSES_MS = [10_000, 20_000, 40_000, 60_000]
const FAULTS_MAX = 5

export type OutboxItem = QueueItem<UnsentMessage>

export interface OutboxOptions {
  rows: Collection<UnsentMessage>
  personId: () => string | undefined
  /** Reduces a photo to the size that is sent. */
  reduce: (photo: Blob) => Promise<Blob>
  /** The server's time. */
  now: () => number
  send: (message: UnsentMessage, onProgress: (progress: number) => void) => Promise<Message>
  onSent: (message: Message) => void
}

interface NewMessage extends Pick<UnsentMessage, 'conversationId' | 'content' | 'photo' | 'step'> {
  /** Key of a message that may be added twice; the server takes it as one message. */
  key?: string
}

/** Messages on their way to the server; those of one conversation are sent in the order in which they were written. */
export function createOutbox({ rows, personId, reduce, now, send, onSent }: OutboxOptions) {
  /** Stores the reduced photo, so that later attempts need not reduce it again. */
  async function reduced(message: UnsentMessage, signal: AbortSignal): Promise<UnsentMessage> {
    if (!message.photo || message.isReduced) return message
    const ready = { ...message, photo: await reduce(message.photo), isReduced: true }
    signal.throwIfAborted()
    await rows.put(ready)
    return ready
  }

  const options: QueueOptions<UnsentMessage, Message> = {
    name: 'outbox',
    rows,
    isOwn: (message) => message.personId === personId(),
    subjectOf: ({ conversationId }) => conversationId,
    orderOf: ({ position }) => position,
    send: async (message, { signal, onProgress }) => send(await reduced(message, signal), onProgress),
    onSent: (_, message) => onSent(message),
    judge: createFailureJudge(PAUSES_MS, FAULTS_MAX),
  }
  const queue = new Queue(options)

  /** Position behind all other rows. The time is not enough, because rows may be added in the same millisecond. */
  const nextPosition = () => Math.max(Date.now(), ...rows.rows().map(({ position }) => position + 1))

  return {
    /** Returns false if the message was neither sent nor stored on this device. */
    async add(message: NewMessage): Promise<boolean> {
      const writer = personId()
      if (!writer || (!message.photo && !message.step && isBlank(message.content))) return true
      const createdAt = new Date(now()).toISOString()
      const row = {
        ...message,
        key: message.key ?? crypto.randomUUID(),
        personId: writer,
        createdAt,
        position: nextPosition(),
      }
      return queue.add({ ...row, delivery: 'waiting', reason: null })
    },
    async retry(key: string): Promise<void> {
      const message = rows.get(key)
      // It goes to the end, because messages written after it may have been sent already.
      if (message) await queue.add({ ...message, position: nextPosition() })
    },
    delete: (key: string) => queue.delete(key),
    flush: () => queue.flush(),
    items: queue.items,
    subscribe: queue.subscribe,
    close: () => queue.close(),
  }
}

export type Outbox = ReturnType<typeof createOutbox>
