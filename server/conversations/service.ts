import type { Context } from '#server/context.ts'
import { forgetMessageWriter } from '#server/notifications/service.ts'
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
import { toMessage } from './mapping.ts'
import { enqueuePhotoRemoval } from './photo-files.ts'
import {
  callAddPriceLines,
  type PriceChanged,
  type PriceLineRow,
} from '#server/conversations/opening/price-line-queries.ts'

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
