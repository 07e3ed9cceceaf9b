import type { Insertable } from 'kysely'
import { actionNamed } from '#contract/moderation/cases/decisions.ts'
import { reportWeight } from '#server/moderation/reports/rules.ts'
import type { Reports } from '#server/platform/db/schema.ts'
import { demoId } from '#demo/demo-id.ts'
import type { DemoCase, DemoDecision } from './moderation-types.ts'

interface ReportDeps {
  /** All cases, from which each reporter's record is counted. */
  cases: DemoCase[]
  idOf: (key: string) => string
  at: (ageHours: number) => string
}

/** The decision that closed the case; undefined while it is open. */
export const closingOf = ({ decisions = [] }: DemoCase): DemoDecision | undefined =>
  decisions.find(({ action }) => actionNamed(action).upholds !== undefined)

/** Counts the outcomes of a person's earlier reports, as far as they were decided by then. */
function recordOf(cases: DemoCase[], reporter: string, ageHours: number) {
  const outcomes = cases.flatMap((each) => {
    const closing = closingOf(each)
    const isKnown = closing && closing.ageHours > ageHours && each.reports.some(({ by }) => by === reporter)
    return isKnown ? [actionNamed(closing.action).upholds] : []
  })
  const upheld = outcomes.filter(Boolean).length
  return { upheld, notUpheld: outcomes.length - upheld, isNew: false }
}

export function reportRows(
  { cases, idOf, at }: ReportDeps,
  demoCase: DemoCase,
  { caseId, target }: { caseId: string; target: { kind: string; id: string } },
): Insertable<Reports>[] {
  const closing = closingOf(demoCase)
  return demoCase.reports.map(({ by, reason, words = '', ageHours }) => ({
    id: demoId(`report ${caseId} ${by}`, ageHours),
    case_id: caseId,
    reporter_id: idOf(by),
    target_kind: target.kind,
    target_id: target.id,
    reason,
    words,
    weight: reportWeight(reason, recordOf(cases, by, ageHours)),
    created_at: at(ageHours),
    ...(closing && {
      outcome: actionNamed(closing.action).upholds ? 'upheld' : 'not-upheld',
      decided_at: at(closing.ageHours),
    }),
  }))
}
