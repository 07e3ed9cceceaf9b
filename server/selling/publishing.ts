import type { ListingForm, OwnProduct } from '#contract/selling.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { editedColumns, type ListingEdit } from './listing-edit.ts'
import { type OwnProducts, requireOwn } from './own-products.ts'
import {
  deleteProduct,
  lockLeaving,
  lockOwn,
  type OwnRow,
  publishDraft,
  selectOwn,
  updateTexts,
} from './queries.ts'
import { refusingByConstraint } from './refusing.ts'
import { photoRefusal, PUBLIC_EDITS_AN_HOUR, PUBLISHES_A_DAY } from './rules.ts'
import type { SellingParts } from './selling-parts.ts'
import { telling } from './telling.ts'

/** What everyone sees of a listing: how it comes to the market, changes and leaves. */
export function publishing(parts: SellingParts, own: OwnProducts) {
  const { db, limiter, changes, photos, notifications } = parts
  const tell = telling(parts)

  async function publishedColumns(tx: Database, row: OwnRow, edit: ListingEdit) {
    const { columns } = editedColumns(row, edit, 'draft')
    const refusal = photoRefusal(await photos.countForPublishing(tx, row.id))
    if (refusal) throw new AppError(refusal)
    return columns
  }

  return {
    async publish(sellerId: string, id: string, edit: ListingEdit<ListingForm>): Promise<OwnProduct> {
      // Asked before as well, so that what is refused does not count towards the day's limit.
      await publishedColumns(db, requireOwn(await selectOwn(db, sellerId, id)), edit)
      await limiter.take(`publishes:${sellerId}`, PUBLISHES_A_DAY)
      const coming = db.transaction().execute(async (tx) => {
        const row = requireOwn(await lockOwn(tx, sellerId, id))
        await publishDraft(tx, id, await publishedColumns(tx, row, edit))
        await tell.published(tx, id)
        await changes.announce(tx, 'market')
      })
      await refusingByConstraint(coming)
      return own.read(sellerId, id)
    },

    async saveProduct(sellerId: string, id: string, edit: ListingEdit<ListingForm>): Promise<OwnProduct> {
      await limiter.take(`public-edits:${sellerId}`, PUBLIC_EDITS_AN_HOUR)
      const changing = db.transaction().execute(async (tx) => {
        const row = requireOwn(await lockOwn(tx, sellerId, id))
        const { columns, isSame } = editedColumns(row, edit, 'published')
        if (isSame) return
        await updateTexts(tx, id, columns)
        await tell.priceChanged(tx, row, Number(columns.price))
        await changes.announce(tx, 'market')
      })
      await refusingByConstraint(changing)
      return own.read(sellerId, id)
    },

    /** Its photos first; their files go by a job. Conversations about it stay. */
    async remove(sellerId: string, id: string): Promise<void> {
      const toldOfReviews = await db.transaction().execute(async (tx) => {
        const row = requireOwn(await lockLeaving(tx, sellerId, id))
        await photos.removeAll(tx, [id])
        const told = await notifications.toldOfReviews(tx, { productId: id })
        await deleteProduct(tx, id)
        if (row.status !== 'draft') await changes.announce(tx, 'market')
        return told
      })
      for (const personId of toldOfReviews) notifications.unreadChanged(personId)
    },
  }
}
