import type { Hold } from '#contract/selling/holds.ts'
import type { Context } from '#server/context.ts'
import { answerHold, findHold } from '#server/moderation/sanctions/service.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type OwnProductId, requireOwn } from './own-product.ts'
import { lockOwn } from './queries.ts'

/** Throws product-not-found, not-held, answered-today. */
export const answerOwnHold = (
  { db }: Pick<Context, 'db'>,
  { sellerId, id, words }: OwnProductId & { words: string },
): Promise<Hold> =>
  db.transaction().execute(async (tx) => {
    requireOwn(await lockOwn(tx, sellerId, id))
    await answerHold(tx, { productId: id, sellerId, words })
    const hold = await findHold(tx, id)
    if (!hold) throw new AppError('not-held')
    return hold
  })
