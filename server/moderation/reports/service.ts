import type { Database } from '#server/platform/db/connect.ts'
import { isStaffPresent } from '#server/moderation/staff/service.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { SignalReason } from '#contract/moderation/reports/signal-reasons.ts'
import * as queries from './queries.ts'
import { recordSignal } from './signals.ts'

export type { SignalReason }
export { enqueueOutsideOutcomes, forgetOutsideReporter } from './outside-reports.ts'
export { deleteReportPictures, forgetOldPictures, listPictures } from './pictures.ts'
export { proposeDecision } from './proposals.ts'
export { recordSignal, withdrawSignal } from './signals.ts'

/**
 * Records a seller's first listing as a signal. Opens a case at once if the listing `waits` for a moderator
 * and one is present.
 */
export async function assessFirstListing(
  tx: Database,
  { productId, sellerId, waits }: { productId: string; sellerId: string; waits: boolean },
): Promise<{ isStaffPresent: boolean }> {
  const target = { kind: 'product', id: productId } as const
  await recordSignal(tx, { target, subjectId: sellerId, reason: 'first-listing' })
  const isPresent = waits && (await isStaffPresent(tx))
  if (isPresent) await openCase(tx, target, sellerId)
  return { isStaffPresent: isPresent }
}

/** Opens a case regardless of its risk. */
export const openCase = (tx: Database, target: Target, subjectId: string) =>
  queries.assessCase(tx, { target, subjectId, openFrom: 0 })

export const hasSignal = (tx: Database, target: Target, reasons: readonly SignalReason[]): Promise<boolean> =>
  queries.selectHasSignal(tx, target, reasons)
