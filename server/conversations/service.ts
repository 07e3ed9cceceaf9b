import type { Database } from '#server/db/connect.ts'
import type { ConversationParts } from './conversation-parts.ts'
import { inbox } from './inbox.ts'
import { lockForLeaving, takePhotosOf } from './leaving-queries.ts'
import { messagePhotos } from './message-photos.ts'
import { messageReading } from './message-reading.ts'
import { conversationOpening } from './opening.ts'
import { photoFiles } from './photo-files.ts'
import { messageSending } from './sending.ts'

export type ConversationsService = ReturnType<typeof conversationsService>

/**
 * What buyers and sellers say to each other. Everyone but the two people of a conversation is refused with
 * `conversation-access-denied`, whatever they ask.
 */
export function conversationsService(parts: ConversationParts) {
  const opening = conversationOpening(parts)
  const send = messageSending(parts)
  const files = photoFiles(parts)
  return {
    ...opening,
    ...inbox(parts, opening),
    ...messageReading(parts, opening),
    ...messagePhotos(parts, { ...opening, send, files }),
    send,
    /**
     * Before the person is deleted, in the same transaction. What they wrote stays for the other, without name and
     * photos; a conversation whose two people have left goes by itself.
     */
    async leave(tx: Database, personId: string): Promise<void> {
      await lockForLeaving(tx, personId)
      await files.remove(tx, await takePhotosOf(tx, personId))
      await parts.notifications.forgetWriter(tx, personId)
    },
  }
}
