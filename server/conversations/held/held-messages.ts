import type { Message } from '#contract/conversations/conversations.ts'
import type { Context } from '#server/context.ts'
import { selectHeldOf } from './held-message-queries.ts'
import { toPhoto } from '#server/conversations/mapping.ts'

/** Columns that a message that was just held and a stored held message have in common. */
interface Held {
  id: string
  conversation_id: string
  sender_id: string | null
  client_key: string
  content: string
  created_at: string
  image_url: string | null
  image_width: number | null
  image_height: number | null
  image_thumbhash: string | null
}

/** The message in the form that its sender sees; nobody else ever sees it. */
export const toHeldMessage = (
  { signer }: Pick<Context, 'signer'>,
  row: Held,
  state: string,
  words: string,
): Message => ({
  id: row.id,
  conversationId: row.conversation_id,
  seq: 0,
  senderId: row.sender_id,
  clientKey: row.client_key,
  content: row.content,
  photo: toPhoto(row, signer.sign),
  held: { state: state === 'refused' ? 'refused' : 'waiting', words },
  read: false,
  reactions: [],
  createdAt: row.created_at,
})

/** Emits the message only to the sender's browsers. */
export async function emitHeld({ live }: Pick<Context, 'live'>, message: Message): Promise<Message> {
  await live.emitToUsers([message.senderId], 'message.held', { message })
  return message
}

export async function listHeldOf(
  { db, signer }: Pick<Context, 'db' | 'signer'>,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<Message[]> {
  const rows = await selectHeldOf(db, conversationId, userId)
  return rows.map((row) => toHeldMessage({ signer }, row, row.state, row.words))
}
