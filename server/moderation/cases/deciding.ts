import type { DecisionForm, DecisionLine } from '#contract/moderation/cases/cases.ts'
import { type ActionName, actionNamed, type RuleName } from '#contract/moderation/cases/decisions.ts'
import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Context } from '#server/context.ts'
import { enqueueOutsideOutcomes } from '#server/moderation/reports/service.ts'
import { getOwnRole, requireStranger } from '#server/moderation/staff/service.ts'
import { notify } from '#server/notifications/service.ts'
import { removePhotos } from '#server/photos/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { DECISION_MAIL } from './decision-mails.ts'
import * as queries from './decision-queries.ts'
import { applyDecision } from './effects.ts'
import { decisionText, isSanction, reporterText, shutsOut } from './rules.ts'
import { lockProduct, selectExistingPeople, selectSamePerson, selectTarget } from './target-queries.ts'

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
}

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

/** Closes the case and tells the reporters the outcome. */
async function closeOpenCase(
  ctx: Pick<Context, 'jobs'>,
  tx: Database,
  { caseId, ...outcome }: { caseId: string; kind: TargetKind; title: string; isUpheld: boolean },
): Promise<void> {
  await removePhotos(ctx, tx, await queries.closeCase(tx, caseId))
  await enqueueOutsideOutcomes(ctx, tx, caseId)
  const to = await queries.closeReports(tx, caseId, outcome.isUpheld)
  if (to.length === 0) return
  await notify(ctx, tx, { to, type: 'system', content: reporterText(outcome), actionUrl: '/reports' })
}

async function notifySubject(ctx: Pick<Context, 'jobs'>, tx: Database, decision: queries.DecisionRow) {
  const { title, rule, words } = decision
  const action = decision.action as ActionName
  const kind = decision.target_kind as TargetKind
  // Only the reporters learn that a report had no consequences.
  if (action === 'approve' && kind !== 'product') return
  const isMailed = shutsOut(action)
  // A decision about a person is sent to all of their remaining accounts.
  const people = isSanction(action) ? await selectSamePerson(tx, decision.subject_id) : [decision.subject_id]
  const to = await selectExistingPeople(tx, people)
  if (to.length === 0) return
  await notify(ctx, tx, {
    to,
    type: 'system',
    content: decisionText({ kind, title: title ?? '', action, rule: rule as RuleName | null, words }),
    actionUrl: '/decisions',
    isMailed,
  })
  if (!isMailed) return
  for (const personId of to) await ctx.jobs.enqueue(tx, DECISION_MAIL, { decisionId: decision.id, personId })
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

/** Records a decision and applies it in the caller's transaction. */
export async function decideIn(ctx: DecidingDeps, tx: Database, decision: Decision): Promise<DecisionLine> {
  const { moderatorId, form } = decision
  const { subject_id: subjectId, facts } = await lockTarget(tx, form.target)
  await requireImpartial(tx, { moderatorId, subjectId })
  const open = await queries.lockOpenCase(tx, form.target)
  if (form.caseId !== undefined && form.caseId !== open?.id) throw new AppError('case-decided')
  const id = await queries.insertDecision(tx, {
    ...form,
    caseId: open?.id ?? null,
    subjectId,
    moderatorId,
    evidence: facts,
  })
  const row = await queries.selectDecision(tx, id)
  if (!row) throw new Error(`Decision ${id} is missing right after its insertion`)
  await applyDecision(ctx, tx, { id, target: form.target, subjectId, action: form.action, days: form.days })
  const { upholds } = actionNamed(form.action)
  if (open && upholds !== undefined)
    await closeOpenCase(ctx, tx, {
      caseId: open.id,
      kind: form.target.kind,
      title: row.title ?? '',
      isUpheld: upholds,
    })
  await notifySubject(ctx, tx, row)
  return toDecisionLine(row)
}

/**
 * Throws not-found for a deleted target without an open case, own-case, staff-case, case-decided if somebody
 * else was faster.
 */
export const decide = (ctx: DecidingDeps, decision: Decision): Promise<DecisionLine> =>
  ctx.db.transaction().execute((tx) => decideIn(ctx, tx, decision))
