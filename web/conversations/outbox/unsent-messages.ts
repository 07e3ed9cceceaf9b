import type { StepForm } from '#contract/agreements/agreement.ts'
import { Collection } from '#web/platform/offline/collection.ts'
import type { QueueRow } from '#web/platform/offline/queue.ts'

/** A step of an agreement on its way to the server. */
export type UnsentStep = Omit<StepForm, 'clientKey'>

/** A message that the server has not confirmed. */
export interface UnsentMessage extends QueueRow {
  conversationId: string
  content: string
  /** Set for a step of the agreement; its text is then empty. */
  step?: UnsentStep
  /** A photo message's picture; its text is then empty. */
  photo: Blob | null
  isReduced?: boolean
  createdAt: string
  /** Orders the messages; higher is later. */
  position: number
}

export const unsentMessages = new Collection<UnsentMessage>('messages')
