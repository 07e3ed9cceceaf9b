import type { DecisionForm, DecisionLine } from '#contract/moderation/cases/cases.ts'
import { type ActionName, actionNamed } from '#contract/moderation/cases/decisions.ts'
import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Context } from '#server/context.ts'
import { getOwnRole, requireStranger } from '#server/moderation/staff/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import * as queries from './decision-queries.ts'
import { applyDecision } from './effects.ts'
import { isSanction } from './rules.ts'
import { lockProduct, selectTarget } from './target-queries.ts'
import { closeAnswered } from '#server/moderation/cases/queue/answering.ts'
import { announceDecision } from '#server/moderation/cases/undo/announcing.ts'
import { beginProvisional, FINAL_AFTER_SECONDS, isUndoable } from '#server/moderation/cases/undo/undoing.ts'

export type DecidingDeps = Pick<Context, 'db' | 'changes' | 'revocations' | 'jobs' | 'personHashes'>

export const toDecisionLine = (row: queries.DecisionRow): DecisionLine => ({
  id: row.id,
  target: { kind: row.target_kind as TargetKind, id: row.target_id },
  title: row.title ?? '',
  subject: { id: row.subject_id, name: row.subject_name ?? 'Unknown' },
  moderator: { id: row.moderator_id, name: row.moderator_name ?? 'Unknown' },
  action: row.action as ActionName,
  rule: row.rule,
  words: row.words,
  until: row.until,
  createdAt: row.created_at,
})

interface Decision {
  moderatorId: string
  form: DecisionForm
  /** Other cases that a sanction closes if they are the person's. */
  named?: string[]
}

/** A decision, until when its moderator may take it back, and the other cases that it closed. */
type Decided = DecisionLine & { undoUntil: string | null; closed: string[] }

interface Involved {
  moderatorId: string
  subjectId: string
}

/** Throws own-case, staff-case. */
export async function requireImpartial(tx: Database, { moderatorId, subjectId }: Involved): Promise<void> {
  await requireStranger(tx, { moderatorId, subjectId })
  const { role } = await getOwnRole({ db: tx }, { userId: moderatorId })
  if (role !== 'administrator' && (await queries.selectIsStaff(tx, subjectId)))
    throw new AppError('staff-case')
}

/**
 * Locks the target until the transaction ends, in the order in which its person changes it: person, thing,
 * case. Throws not-found for a deleted target, unless its case is open.
 */
async function lockTarget(tx: Database, target: Target) {
  const before = await selectTarget(tx, target)
  if (before) await lockPerson(tx, before.subject_id)
  if (target.kind === 'product') await lockProduct(tx, target.id)
  const found = await selectTarget(tx, target)
  if (!found) throw new AppError('not-found')
  return found
}

/** Returns until when the decision can be taken back, or null. */
async function beginUndoable(
  ctx: DecidingDeps,
  tx: Database,
  { id, caseId, form }: { id: string; caseId: string | null; form: DecisionForm },
): Promise<string | null> {
  if (caseId === null || form.isUndoable !== true || !isUndoable(form.action)) return null
  return beginProvisional(ctx, tx, { decisionId: id, caseId, target: form.target })
}

/** Closes the case unless the action leaves it open. */
async function closeDecided(tx: Database, caseId: string | null, action: ActionName): Promise<void> {
  const { upholds } = actionNamed(action)
  if (caseId !== null && upholds !== undefined) await queries.closeCase(tx, caseId, upholds)
}

/**
 * Records a decision and applies it in the caller's transaction. If it can be taken back, only a later job tells
 * anybody.
 */
export async function decideIn(ctx: DecidingDeps, tx: Database, decision: Decision): Promise<Decided> {
  const { moderatorId, form, named = [] } = decision
  const { target, action } = form
  const { subject_id: subjectId, facts } = await lockTarget(tx, target)
  await requireImpartial(tx, { moderatorId, subjectId })
  const open = await queries.lockOpenCase(tx, target)
  if (form.caseId !== undefined && form.caseId !== open?.id) throw new AppError('case-decided')
  const caseId = open?.id ?? null
  const id = await queries.insertDecision(tx, { ...form, caseId, subjectId, moderatorId, evidence: facts })
  const row = await queries.selectDecision(tx, id)
  if (!row) throw new Error(`Decision ${id} is missing right after its insertion`)
  const undoUntil = await beginUndoable(ctx, tx, { id, caseId, form })
  const toldAfterSeconds = undoUntil === null ? 0 : FINAL_AFTER_SECONDS
  await applyDecision(ctx, tx, { id, target, subjectId, action, days: form.days, toldAfterSeconds })
  await closeDecided(tx, caseId, action)
  if (undoUntil === null) await announceDecision(ctx, tx, row)
  const closed = isSanction(action)
    ? await closeAnswered(ctx, tx, { decisionId: id, moderatorId, subjectId, action, named })
    : []
  return { ...toDecisionLine(row), undoUntil, closed }
}

/**
 * Throws not-found for a deleted target without an open case, own-case, staff-case, case-decided if somebody
 * else was faster.
 */
export const decide = (ctx: DecidingDeps, decision: Decision): Promise<Decided> =>
  ctx.db.transaction().execute((tx) => decideIn(ctx, tx, decision))
