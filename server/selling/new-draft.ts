import type { DraftForm } from '#contract/selling.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { lockPerson } from '#server/db/lock-person.ts'
import { toColumns } from './form-columns.ts'
import { countDrafts, insertDraft, selectByClientKey } from './queries.ts'
import { DRAFTS_MAX } from './rules.ts'

/**
 * Begins a draft, or finds what an earlier call with the same `clientKey` began; returns its id. Refused with
 * `too-many-drafts`.
 */
export async function beginDraft(
  tx: Database,
  sellerId: string,
  draft?: { clientKey: string; form: DraftForm },
): Promise<string> {
  if (!(await lockPerson(tx, sellerId))) throw new AppError('session-ended')
  const known = draft && (await selectByClientKey(tx, sellerId, draft.clientKey))
  if (known) return known.id
  if ((await countDrafts(tx, sellerId)) >= DRAFTS_MAX) throw new AppError('too-many-drafts')
  return insertDraft(tx, {
    seller_id: sellerId,
    ...(draft && { client_key: draft.clientKey, ...toColumns(draft.form) }),
  })
}
