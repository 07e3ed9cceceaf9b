import type { Context } from '#server/context.ts'
import { openCase, recordSignal } from '#server/moderation/reports/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { demoId } from '#demo/demo-id.ts'
import { insertDecision } from './insert-decisions.ts'
import type { DemoCase } from './moderation-types.ts'
import { closingOf, reportRows } from './report-rows.ts'
import { findTarget, type KnownMarket } from './targets.ts'

interface ModerationDeps extends KnownMarket {
  /** Oldest first, because only the last case about a target may be open. */
  cases: DemoCase[]
  personHashes: Context['personHashes']
  /** Returns the time of an age in hours. */
  at: (ageHours: number) => string
}

/** Inserts the cases one after another, each with its reports, signals and decisions. */
export async function insertModeration(tx: Database, deps: ModerationDeps): Promise<void> {
  for (const demoCase of deps.cases) await insertCase(tx, deps, demoCase)
}

async function insertCase(tx: Database, deps: ModerationDeps, demoCase: DemoCase): Promise<void> {
  const { at } = deps
  const { target, subjectId } = findTarget(deps, demoCase.about)
  const age = Math.max(...demoCase.reports.map(({ ageHours }) => ageHours))
  const caseId = demoId(`case ${target.kind} ${target.id}`, age)
  await tx
    .insertInto('cases')
    .values({
      id: caseId,
      target_kind: target.kind,
      target_id: target.id,
      subject_id: subjectId,
      opened_at: at(age),
    })
    .execute()
  const decided = { caseId, target, subjectId }
  await tx
    .insertInto('reports')
    .values(reportRows(deps, demoCase, decided))
    .execute()
  await insertSignals(tx, { ...decided, demoCase, createdAt: at(age) })
  // Computes the case's risk.
  await openCase(tx, target, subjectId)
  for (const decision of demoCase.decisions ?? []) await insertDecision(tx, deps, { ...decided, decision })
  if (demoCase.answer) await insertAnswer(tx, deps, { productId: target.id, ...demoCase.answer })
  const closing = closingOf(demoCase)
  if (closing)
    await tx
      .updateTable('cases')
      .set({ state: 'decided', decided_at: at(closing.ageHours) })
      .where('id', '=', caseId)
      .execute()
}

type Target = ReturnType<typeof findTarget>

async function insertSignals(
  tx: Database,
  { target, subjectId, demoCase, createdAt }: Target & { demoCase: DemoCase; createdAt: string },
): Promise<void> {
  const { signals = [] } = demoCase
  if (signals.length === 0) return
  for (const { reason, detail } of signals) await recordSignal(tx, { target, subjectId, reason, detail })
  await tx
    .updateTable('signals')
    .set({ created_at: createdAt })
    .where('target_kind', '=', target.kind)
    .where('target_id', '=', target.id)
    .execute()
}

async function insertAnswer(
  tx: Database,
  { at }: Pick<ModerationDeps, 'at'>,
  { productId, words, ageHours }: { productId: string; words: string; ageHours: number },
): Promise<void> {
  const created_at = at(ageHours)
  const answered_on = created_at.slice(0, 'YYYY-MM-DD'.length)
  await tx
    .insertInto('hold_answers')
    .values({ product_id: productId, words, created_at, answered_on })
    .execute()
}
