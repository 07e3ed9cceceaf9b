import type { Message } from '#contract/conversations/conversations.ts'
import type { Context } from '#server/context.ts'
import { forgetMessageWriter } from '#server/notifications/service.ts'
import type { Live } from '#server/platform/live/live.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { StoredPhotos } from '#server/platform/images/encode-again.ts'
import {
  clearPhotosOf,
  lockForLeaving,
  selectHeldPhotosOf,
  selectPeers,
  selectPhotoIsUsed,
  selectPhotos,
} from './leaving-queries.ts'
import { type MessageRow, toMessage } from './mapping.ts'
import { selectMessageByKey } from './message-queries.ts'
import { selectPeople } from '#server/conversations/opening/opening-queries.ts'
import { enqueuePhotoRemoval } from './photo-files.ts'
import {
  callAddPriceLines,
  type PriceChanged,
  type PriceLineRow,
} from '#server/conversations/opening/price-line-queries.ts'

export { type DealParts, toConversationProduct, toOther } from './mapping.ts'
export { openIn } from '#server/conversations/opening/opening.ts'

/** Message photos whose files are in the storage. */
export const messagePhotos: StoredPhotos = { list: selectPhotos, isUsed: selectPhotoIsUsed }

/**
 * Runs before the person is deleted, in the same transaction. Their messages stay for the other person,
 * without name and photos; a conversation that both people have left is deleted. Returns the people for
 * `emitPersonLeft`.
 */
export async function leaveConversations(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Database,
  { userId }: { userId: string },
): Promise<string[]> {
  await lockForLeaving(tx, userId)
  const peers = await selectPeers(tx, userId)
  await enqueuePhotoRemoval({ jobs }, tx, await selectHeldPhotosOf(tx, userId))
  await enqueuePhotoRemoval({ jobs }, tx, await clearPhotosOf(tx, userId))
  await forgetMessageWriter(tx, userId)
  return peers
}

/** Runs after the commit that deletes the person. */
export const emitPersonLeft = (
  { live }: Pick<Context, 'live'>,
  { userId, peers }: { userId: string; peers: readonly string[] },
): Promise<void> => live.emitToUsers(peers, 'person.left', { userId })

/**
 * Runs in the transaction that changes a price: adds a line to each conversation about the product. Pass the
 * result to `emitPriceLines` after the commit.
 */
export async function addPriceLines(tx: Database, change: PriceChanged): Promise<PriceLineRow[]> {
  return callAddPriceLines(tx, change)
}

/** A line about a step of an agreement, and the people whose badges it changes. */
export type StepLine = Omit<MessageRow, 'reactions'> & { badges: string[] }

/** Runs after the commit: emits the lines to both people, with the resulting badges and pushes. */
export async function emitSteps(
  ctx: Pick<Context, 'db' | 'pushTimer' | 'signer' | 'unreadBadges'> & { live: Pick<Live, 'emitToUsers'> },
  lines: readonly StepLine[],
): Promise<Message[]> {
  const messages = lines.map((row) => toMessage({ ...row, reactions: [] }, ctx.signer.sign, () => []))
  for (const [index, message] of messages.entries()) {
    await ctx.live.emitToUsers((await selectPeople(ctx.db, message.conversationId)) ?? [], 'message.sent', {
      message,
    })
    for (const personId of lines[index]?.badges ?? []) ctx.unreadBadges.update(personId)
  }
  if (messages.length > 0) ctx.pushTimer.messageWritten()
  return messages
}

/** The person's message with this key. Throws forbidden if it is another's. */
export async function findMessage(
  { db, signer, guard }: Pick<Context, 'db' | 'signer' | 'guard'>,
  { conversationId, clientKey, senderId }: { conversationId: string; clientKey: string; senderId: string },
): Promise<Message> {
  const row = await selectMessageByKey(db, conversationId, clientKey)
  if (row?.sender_id !== senderId) throw new AppError('forbidden')
  return toMessage(row, signer.sign, (await guard.get()).warn)
}

/** A browser that misses a line notices the gap in the numbers at the next message, or when it reconnects. */
export async function emitPriceLines(
  { live, signer }: Pick<Context, 'live' | 'signer'>,
  lines: readonly PriceLineRow[],
): Promise<void> {
  const emitted = lines.map((row) =>
    live.emitToUsers([row.sender_id, row.other_id], 'message.sent', {
      message: toMessage({ ...row, reactions: [] }, signer.sign, () => []),
    }),
  )
  await Promise.all(emitted)
}
