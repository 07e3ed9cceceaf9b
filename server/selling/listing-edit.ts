import type { DraftForm } from '#contract/selling.ts'
import { AppError } from '#server/app-error.ts'
import { saysTheSame, toColumns } from './form-columns.ts'
import type { OwnRow } from './queries.ts'
import { editRefusal } from './rules.ts'

/** A listing's texts and which version of them the editor saw. */
export interface ListingEdit<Form = DraftForm> {
  version: number
  form: Form
}

/** The columns that an edit asks for; refused when it may not be made. */
export function editedColumns(row: OwnRow, { version, form }: ListingEdit, of: 'draft' | 'published') {
  const columns = toColumns(form)
  const isSame = saysTheSame(row, columns)
  const refusal = editRefusal(row, { of, version, saysTheSame: isSame })
  if (refusal) throw new AppError(refusal)
  return { columns, isSame }
}
