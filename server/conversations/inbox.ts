import type { Conversation, ConversationRow } from '#contract/conversations.ts'
import { CONVERSATIONS_PER_PAGE } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { newestPage, parseNewestCursor } from '#server/db/newest-page.ts'
import type { ConversationParts } from './conversation-parts.ts'
import { countUnread, type InboxRow, searchInbox, selectInbox, selectTalk } from './inbox-queries.ts'
import type { conversationOpening } from './opening.ts'
import { containing, toLastMessage, toOther, toTalkedAbout } from './rules.ts'

const toRow = (row: InboxRow): ConversationRow => ({
  id: row.id,
  product: toTalkedAbout(row),
  other: toOther(row),
  lastMessage: toLastMessage(row),
  lastSeq: row.last_seq,
  unread: row.unread_count,
  updatedAt: row.created_at,
})

export function inbox(
  { db, live }: ConversationParts,
  { mayTalk }: Pick<ReturnType<typeof conversationOpening>, 'mayTalk'>,
) {
  return {
    async list(personId: string, { cursor, search }: { cursor?: string; search?: string }) {
      const after = parseNewestCursor(cursor)
      const limit = CONVERSATIONS_PER_PAGE + 1
      // No text that is kept has such a sign, and PostgreSQL takes none.
      const wanted = search?.replaceAll('\0', '')
      const rows = wanted
        ? await searchInbox(db, personId, { pattern: containing(wanted), after }, limit)
        : await selectInbox(db, personId, after, limit)
      return newestPage(rows, CONVERSATIONS_PER_PAGE, toRow)
    },

    countUnread: (personId: string) => countUnread(db, personId),

    async conversation(personId: string, conversationId: string): Promise<Conversation> {
      await mayTalk(personId, conversationId)
      const row = await selectTalk(db, personId, conversationId)
      if (!row) throw new AppError('conversation-not-found')
      return {
        id: row.id,
        product: toTalkedAbout(row),
        isSeller: row.seller_id === personId,
        other: toOther(row),
        presence: row.other_id === null ? null : await live.presenceOf(row.other_id),
      }
    },
  }
}
