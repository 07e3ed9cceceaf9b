import { Collection } from '#web/platform/offline/collection.ts'
import type { QueueRow } from '#web/platform/offline/queue.ts'

/** A message that the server has not confirmed. */
export interface UnsentMessage extends QueueRow {
  conversationId: string
  content: string
  /** A photo message's picture; its text is then empty. */
  photo: Blob | null
  isReduced?: boolean
  createdAt: string
  /** Orders the messages; higher is later. */
  position: number
}

export const unsentMessages = new Collection<UnsentMessage>('messages')
