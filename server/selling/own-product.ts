import type { OwnProduct, SentDraft } from '#contract/selling/selling.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { sellerName } from '#server/products/seller.ts'
import { completeForm, isSameForm, toColumns, toForm } from './form-columns.ts'
import { type OwnRow, selectPerson } from './queries.ts'
import { editRefusal } from './rules.ts'

export interface OwnProductId {
  sellerId: string
  id: string
}

/** A listing's texts, and the version that the editor saw. */
export interface ListingEdit<Form = SentDraft> extends OwnProductId {
  version: number
  form: Form
}

/** Another person's product looks nonexistent to the caller. Throws product-not-found. */
export function requireOwn(row: OwnRow | undefined): OwnRow {
  if (!row) throw new AppError('product-not-found')
  return row
}

/**
 * Throws changed-elsewhere, with the product's current state, if the decision is based on an older version.
 */
export async function requireVersion(db: Database, row: OwnRow, version: number): Promise<void> {
  if (row.version === version) return
  const buyer = row.buyer_id === null ? undefined : await selectPerson(db, row.buyer_id)
  throw new AppError('changed-elsewhere', {
    current: {
      status: row.status as OwnProduct['status'],
      version: row.version,
      buyer: buyer ? sellerName(buyer) : null,
    },
  })
}

/** The columns to save. Throws not-published, already-published, edited-elsewhere. */
export function editedColumns(
  row: OwnRow,
  { version, form }: Pick<ListingEdit, 'version' | 'form'>,
  of: 'draft' | 'published',
) {
  const columns = toColumns(completeForm(form, toForm(row)))
  const isUnchanged = isSameForm(row, columns)
  const refusal = editRefusal(row, { of, version, isUnchanged })
  if (refusal) throw new AppError(refusal)
  return { columns, isUnchanged }
}
