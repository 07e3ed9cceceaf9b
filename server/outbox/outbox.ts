import type { Database } from '#server/db/connect.ts'
import { insertMessage, newestMessages, prune } from './queries.ts'

export interface OutboxMessage {
  channel: 'mail' | 'sms'
  to: string
  subject: string
  text: string
  html: string
}

export interface KeptMessage extends OutboxMessage {
  id: string
  createdAt: string
}

/** Mails and SMS that a developer's machine would have sent. */
export interface Outbox {
  add(message: OutboxMessage): Promise<void>
  /** The newest first; of one recipient if told. */
  newest(to?: string): Promise<KeptMessage[]>
}

const KEPT = 500

export const createOutbox = (db: Database): Outbox => ({
  async add(message) {
    await insertMessage(db, message)
    await prune(db, KEPT)
  },
  newest: (to) => newestMessages(db, to),
})
