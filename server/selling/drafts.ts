import type { DraftForm, OwnProduct } from '#contract/selling.ts'
import { editedColumns, type ListingEdit } from './listing-edit.ts'
import { beginDraft } from './new-draft.ts'
import { type OwnProducts, requireOwn } from './own-products.ts'
import { lockOwn, updateTexts } from './queries.ts'
import { refusingByConstraint } from './refusing.ts'
import { SAVES_AN_HOUR } from './rules.ts'
import type { SellingParts } from './selling-parts.ts'

/** Listings that nobody else sees yet. */
export function drafts({ db, limiter }: SellingParts, own: OwnProducts) {
  return {
    async createDraft(sellerId: string, draft: { clientKey: string; form: DraftForm }): Promise<OwnProduct> {
      await limiter.take(`saves:${sellerId}`, SAVES_AN_HOUR)
      const beginning = db.transaction().execute((tx) => beginDraft(tx, sellerId, draft))
      return own.read(sellerId, await refusingByConstraint(beginning))
    },

    async saveDraft(sellerId: string, id: string, edit: ListingEdit): Promise<OwnProduct> {
      await limiter.take(`saves:${sellerId}`, SAVES_AN_HOUR)
      const saving = db.transaction().execute(async (tx) => {
        const row = requireOwn(await lockOwn(tx, sellerId, id))
        const { columns, isSame } = editedColumns(row, edit, 'draft')
        if (!isSame) await updateTexts(tx, id, columns)
      })
      await refusingByConstraint(saving)
      return own.read(sellerId, id)
    },
  }
}
