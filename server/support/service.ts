import type { ContactMessage } from '#contract/support.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { CONTACT_EMAIL, RECEIPT_EMAIL } from './jobs.ts'
import { deleteMessagesFrom, insertContactMessage, selectIsSent } from './queries.ts'

/** Many phones share one address of their network. */
const MESSAGES_PER_ADDRESS = { attempts: 30, seconds: 60 * 60 }

/** `address` is the sender's network address. The same message sent again is stored and mailed once. */
export async function sendContactMessage(
  { db, jobs, limiter }: Pick<Context, 'db' | 'jobs' | 'limiter'>,
  { message, address }: { message: ContactMessage; address: string },
): Promise<void> {
  if (await selectIsSent(db, message.clientKey)) return
  await limiter.take(`contact-from:${address}`, MESSAGES_PER_ADDRESS)
  await db.transaction().execute(async (tx) => {
    const id = await insertContactMessage(tx, message)
    if (id === undefined) return
    await jobs.enqueue(tx, CONTACT_EMAIL, { id })
    await jobs.enqueue(tx, RECEIPT_EMAIL, { id })
  })
}

/** Deletes the messages from an address, in the transaction that deletes its owner. */
export async function deleteContactMessages(tx: Database, { email }: { email: string }): Promise<void> {
  await deleteMessagesFrom(tx, email)
}
