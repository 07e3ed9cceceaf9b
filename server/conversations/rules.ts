import { AppError } from '#server/platform/errors/app-error.ts'

/**
 * The other of a conversation's people, null once they have left. `people` is undefined for a conversation that does
 * not exist. Refused: conversation-not-found, conversation-access-denied.
 */
export function otherOf(userId: string, people: string[] | undefined): { otherId: string | null } {
  if (!people) throw new AppError('conversation-not-found')
  if (!people.includes(userId)) throw new AppError('conversation-access-denied')
  return { otherId: people.find((id) => id !== userId) ?? null }
}

/** A changed price becomes a line in the conversations about its product. */
export const PRICE_LINES = {
  /** In which something was said within so many days, */
  days: 60,
  /** the newest so many, */
  conversations: 100,
  /** so many times in a conversation. */
  perDay: 3,
} as const

/** What a notification says of a message, in characters. */
export const MESSAGE_EXCERPT_MAX = 140

/** For so long links of an account wait for a moderator, until one was released. */
export const NEW_ACCOUNT_DAYS = 7
/** A message waits only for somebody who comes: one of the staff was there in the last days. */
export const STAFF_SEEN_DAYS = 2
