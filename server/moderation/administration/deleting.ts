import type { Context } from '#server/context.ts'
import { recordAct, requireStranger } from '#server/moderation/staff/service.ts'
import { deleteAccount } from '#server/personal-data/service.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { deleteAnyProduct } from '#server/selling/service.ts'
import { photosKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import { selectPersonName } from './queries.ts'

interface Act {
  actorId: string
  id: string
}

/**
 * Deletes a listing permanently, with its photos; a decision to remove only hides one. Throws not-found,
 * own-case.
 */
export const deleteListing = (
  ctx: Parameters<typeof deleteAnyProduct>[0],
  { actorId, id }: Act,
): Promise<void> =>
  deleteAnyProduct(ctx, {
    id,
    async record(tx, { title, sellerId }) {
      await requireStranger(tx, { moderatorId: actorId, subjectId: sellerId })
      const target = { kind: 'product', id }
      await recordAct(tx, { actorId, action: 'deleted-listing', target, detail: { title, seller: sellerId } })
    },
  })

/**
 * Deletes the account and all personal data, as if the person did it themselves. Throws not-found, own-case.
 */
export async function deletePerson(
  ctx: Parameters<typeof deleteAccount>[0] & Pick<Context, 'db'>,
  { actorId, id }: Act,
): Promise<void> {
  const person = await selectPersonName(ctx.db, id)
  if (!person) throw new AppError('not-found')
  await requireStranger(ctx.db, { moderatorId: actorId, subjectId: id })
  await deleteAccount(ctx, {
    userId: id,
    async record(tx) {
      const target = { kind: 'person', id }
      await recordAct(tx, { actorId, action: 'deleted-person', target, detail: { name: person.name } })
      // Lists and sitemaps may still contain their listings; only this announcement clears them.
      await ctx.changes.announce(tx, 'withheld', [sellerKey(id), photosKey(id)])
    },
  })
}
