import type { ActionName } from '#contract/moderation/cases/decisions.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Context } from '#server/context.ts'
import { type DecisionRow, selectDecision } from '#server/moderation/cases/decision-queries.ts'
import { CHANGED_HOLDS, showReview } from '#server/moderation/cases/effects.ts'
import { lockProduct, restoreMessage, selectTarget } from '#server/moderation/cases/target-queries.ts'
import { openCase } from '#server/moderation/reports/service.ts'
import { restoreHolds } from '#server/moderation/sanctions/service.ts'
import { recordAct } from '#server/moderation/staff/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { announceDecision } from './announcing.ts'
import * as queries from './provisional-queries.ts'

type Deps = Pick<Context, 'db' | 'changes' | 'revocations' | 'jobs'>

/** A few seconds more than the minute, so that nobody is told of a decision that is being taken back. */
export const FINAL_AFTER_SECONDS = 65

const EVERY_FIVE_MINUTES = '*/5 * * * *'

const FINISH_DECISION = defineJob<{ decisionId: string }>('finish-decision')

/** Actions that can be taken back without a trace. Sanctions end sessions and agreements, which nothing brings back. */
const UNDOABLE: ReadonlySet<ActionName> = new Set(['approve', 'remove', 'hold', 'warn'])

export const isUndoable = (action: ActionName): boolean => UNDOABLE.has(action)

/** Runs before the decision has effects. Returns until when it can be taken back. */
export async function beginProvisional(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Database,
  provisional: { decisionId: string; caseId: string; target: Target },
): Promise<string> {
  const { decisionId } = provisional
  await jobs.enqueue(tx, FINISH_DECISION, { decisionId }, { runAfterSeconds: FINAL_AFTER_SECONDS })
  return queries.insertProvisional(tx, provisional)
}

/** Makes a decision final and tells everybody, unless it was taken back. */
export const finishDecision = (ctx: Pick<Context, 'db' | 'jobs'>, decisionId: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    if (!(await queries.deleteProvisional(tx, decisionId))) return
    const decision = await selectDecision(tx, decisionId)
    if (decision) await announceDecision(ctx, tx, decision)
  })

const OVERDUE_AT_ONCE = 100

/** Finishes decisions whose own job failed for good. */
export async function finishOverdueDecisions(ctx: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  for (const id of await queries.selectOverdue(ctx.db, OVERDUE_AT_ONCE)) await finishDecision(ctx, id)
}

export function handleFinishedDecisions(ctx: Context): void {
  ctx.jobs.handle(FINISH_DECISION, ({ decisionId }) => finishDecision(ctx, decisionId))
  ctx.jobs.schedule('finish-overdue-decisions', EVERY_FIVE_MINUTES, () => finishOverdueDecisions(ctx))
}

interface Undone {
  decision: DecisionRow
  target: Target
  before: queries.Before
}

/** Earlier holds that the decision ended or prolonged; others, such as of a suspension, may have ended since. */
function holdsBefore(decision: DecisionRow, { holds }: queries.Before): queries.Before['holds'] {
  const changed: readonly string[] = CHANGED_HOLDS[decision.action as ActionName] ?? []
  return holds.filter(({ cause }) => changed.includes(cause))
}

async function restoreEffects(ctx: Deps, tx: Database, { decision, target, before }: Undone): Promise<void> {
  const { kind, id } = target
  if (kind === 'product') await restoreHolds(ctx, tx, { productId: id, holds: holdsBefore(decision, before) })
  if (decision.action !== 'remove') return
  if (kind === 'message') await restoreMessage(tx, id)
  if (kind === 'review' && before.isReviewShown) await showReview(ctx, tx, { id, isShown: true })
}

/** Locks what the decision changed, in the order in which its person changes it. */
async function lockDecided(tx: Database, { subject_id }: DecisionRow, { kind, id }: Target): Promise<void> {
  await lockPerson(tx, subject_id)
  if (kind === 'product') await lockProduct(tx, id)
}

/**
 * Takes the moderator's own decision back within a minute: nobody was told of it yet, and no list shows it any more.
 * The audit keeps it. Throws not-found, decision-final.
 */
export const undoDecision = (
  ctx: Deps,
  { decisionId, moderatorId }: { decisionId: string; moderatorId: string },
): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const decision = await selectDecision(tx, decisionId)
    if (decision?.moderator_id !== moderatorId) throw new AppError('not-found')
    const target = { kind: decision.target_kind as Target['kind'], id: decision.target_id }
    await lockDecided(tx, decision, target)
    const before = await queries.lockProvisional(tx, decisionId)
    if (!before || decision.case_id === null || (await queries.selectIsFollowed(tx, decision)))
      throw new AppError('decision-final')
    // A target that was deleted within the minute has left no evidence for its case.
    if (before.evidence === null && !(await selectTarget(tx, target))) throw new AppError('decision-final')
    await restoreEffects(ctx, tx, { decision, target, before })
    await queries.reopenCase(tx, decision.case_id, before)
    await openCase(tx, target, decision.subject_id)
    const { action, rule, words } = decision
    await recordAct(tx, {
      actorId: moderatorId,
      action: 'took-decision-back',
      target,
      detail: { case: decision.case_id, action, rule, words },
    })
    await queries.deleteDecision(tx, decisionId)
  })
