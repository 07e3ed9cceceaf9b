import { AppError } from '#server/platform/errors/app-error.ts'

/**
 * The other participant, or null once they have left. `people` is undefined if the conversation does not
 * exist. Throws conversation-not-found, conversation-access-denied.
 */
export function requireOtherParticipant(
  userId: string,
  people: string[] | undefined,
): { otherId: string | null } {
  if (!people) throw new AppError('conversation-not-found')
  if (!people.includes(userId)) throw new AppError('conversation-access-denied')
  return { otherId: people.find((id) => id !== userId) ?? null }
}

/** Limits on lines about a changed price in the conversations about its product. */
export const PRICE_LINES = {
  /** Days since the last message in the conversation. */
  days: 60,
  /** Number of conversations, newest first. */
  conversations: 100,
  /** Lines a day in one conversation. */
  perDay: 3,
} as const

/** Characters of a message that its notification shows. */
export const MESSAGE_EXCERPT_MAX = 140

/** Days for which a new account's links wait for a moderator, unless one was released. */
export const NEW_ACCOUNT_DAYS = 7
/** Days since a staff member was present; without one, no message waits for a moderator. */
export const STAFF_SEEN_DAYS = 2
