import type { listMessages, react } from '#contract/conversations.ts'
import type { Parsed, Reply } from '#contract/endpoint.ts'
import { MESSAGES_PER_PAGE } from '#contract/limits.ts'
import { AppError, invalidInput } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { inTurn } from '#server/in-turn.ts'
import type { ConversationParts } from './conversation-parts.ts'
import {
  callReadConversation,
  deleteReaction,
  selectMessagePeople,
  selectMessagesAfter,
  selectMessagesBefore,
  upsertReaction,
} from './message-queries.ts'
import type { conversationOpening } from './opening.ts'
import { otherOf, toMessage } from './rules.ts'
import { limitByMinute } from './tries-by-minute.ts'

/** More than any conversation has. */
const END = 2_147_483_647
const REACTIONS_A_MINUTE = { tries: 60, seconds: 60 }
const READS_A_MINUTE = 240

type Place = Parsed<typeof listMessages>['query']
type Reaction = Parsed<typeof react>['body']['reaction']

function selectPage(db: Database, conversationId: string, { before, after }: Place) {
  const size = MESSAGES_PER_PAGE + 1
  return after === undefined
    ? selectMessagesBefore(db, conversationId, before === undefined ? END : Number(before), size)
    : selectMessagesAfter(db, conversationId, Number(after), size)
}

export function messageReading(
  { db, live, signer, notifications, limiter }: ConversationParts,
  { mayTalk }: Pick<ReturnType<typeof conversationOpening>, 'mayTalk'>,
) {
  const oneAfterTheOther = inTurn()
  const takeRead = limitByMinute(READS_A_MINUTE, 'too-many-requests')

  return {
    async messages(
      personId: string,
      conversationId: string,
      place: Place,
    ): Promise<Reply<typeof listMessages>> {
      if (place.before !== undefined && place.after !== undefined)
        throw invalidInput([{ field: 'after', message: 'Ask either before or after a message' }])
      await mayTalk(personId, conversationId)
      const rows = await selectPage(db, conversationId, place)
      const nearest = rows.slice(0, MESSAGES_PER_PAGE).map((row) => toMessage(row, signer.sign))
      return {
        messages: place.after === undefined ? nearest.toReversed() : nearest,
        hasMore: rows.length > MESSAGES_PER_PAGE,
      }
    },

    async markRead(readerId: string, conversationId: string, seq: number): Promise<void> {
      takeRead(readerId)
      const read = await oneAfterTheOther(readerId, () =>
        callReadConversation(db, { conversationId, readerId, seq }),
      )
      if (read.outcome === 'unknown') throw new AppError('conversation-not-found')
      if (read.outcome === 'denied') throw new AppError('conversation-access-denied')
      if (read.is_news)
        await live.toPeople([readerId, read.other_id], 'message.read', {
          conversationId,
          userId: readerId,
          seq: read.seq,
        })
      if (read.reader_news) notifications.unreadChanged(readerId)
    },

    /** One per person and message; null takes it back. */
    async react(personId: string, messageId: string, reaction: Reaction): Promise<void> {
      const message = await selectMessagePeople(db, messageId)
      if (!message) throw new AppError('message-not-found')
      const { otherId } = otherOf(personId, message.people)
      await limiter.take(`reactions:${personId}`, REACTIONS_A_MINUTE)
      // In turn, so that of two changes of mind the later one is told last.
      await oneAfterTheOther(`${messageId} ${personId}`, async () => {
        const own = { message_id: messageId, user_id: personId }
        await (reaction === null ? deleteReaction(db, own) : upsertReaction(db, own, reaction))
        const conversationId = message.conversation_id
        const change = { conversationId, messageId, userId: personId, reaction }
        await live.toPeople([personId, otherId], 'reaction.changed', change)
      })
    },
  }
}
