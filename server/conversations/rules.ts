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

/** A LIKE pattern for texts that contain `text`, whose '%' and '_' stand for themselves. */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
