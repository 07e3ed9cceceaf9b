import type { Target } from '#contract/moderation/reports/reports.ts'
import type { SignalReason } from '#contract/moderation/reports/signal-reasons.ts'
import type { Database } from '#server/platform/db/connect.ts'
import * as queries from './queries.ts'
import { CASE_FROM_RISK, SIGNALS } from './rules.ts'

interface Signal {
  target: Target
  /** The person responsible for the target: its seller or writer, or the person itself. */
  subjectId: string
  reason: SignalReason
  /** Facts for the moderator, such as the other product. */
  detail?: object
}

/**
 * Records a reason to look at something; the same reason replaces its earlier record. Several signals, or a
 * heavy one, open a case. A signal decides nothing.
 */
export async function recordSignal(
  tx: Database,
  { target, subjectId, reason, detail = {} }: Signal,
): Promise<void> {
  await queries.upsertSignal(tx, { target, subjectId, reason, weight: SIGNALS[reason].weight, detail })
  await queries.assessCase(tx, { target, subjectId, openFrom: CASE_FROM_RISK })
}

/** Withdraws a reason that no longer applies, for example after an edit. */
export async function withdrawSignal(
  tx: Database,
  { target, subjectId, reason }: Omit<Signal, 'detail'>,
): Promise<void> {
  const was = await queries.deleteSignal(tx, target, reason)
  if (was) await queries.assessCase(tx, { target, subjectId, openFrom: CASE_FROM_RISK })
}
