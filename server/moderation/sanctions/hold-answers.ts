import type { Hold } from '#contract/selling/holds.ts'
import { isDecidedHold } from '#contract/selling/hold-causes.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import * as queries from './hold-queries.ts'
import { openCase } from '#server/moderation/reports/service.ts'

/** Returns null for a visible product. */
export async function findHold(db: Database, productId: string): Promise<Hold | null> {
  const row = await queries.selectHold(db, productId)
  if (!row) return null
  const { cause, since, until, words, answered_at, answered_today } = row
  return {
    cause,
    since,
    until,
    answer: words === null || answered_at === null ? null : { words, createdAt: answered_at },
    mayAnswer: !isDecidedHold(cause) && !answered_today,
  }
}

/**
 * Moderators read the answer in the case, which reopens if it was decided. Throws not-held, answered-today.
 */
export async function answerHold(
  tx: Database,
  { productId, sellerId, words }: { productId: string; sellerId: string; words: string },
): Promise<void> {
  const hold = await findHold(tx, productId)
  if (!hold || isDecidedHold(hold.cause)) throw new AppError('not-held')
  if (!(await queries.insertAnswer(tx, productId, words))) throw new AppError('answered-today')
  await openCase(tx, { kind: 'product', id: productId }, sellerId)
}
