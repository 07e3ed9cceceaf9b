import { type ActionName, actionNamed, type RuleName } from '#contract/moderation/cases/decisions.ts'
import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'
import type { Context } from '#server/context.ts'
import { DECISION_MAIL } from '#server/moderation/cases/decision-mails.ts'
import {
  type DecisionRow,
  deletePhotosOfCase,
  forgetWordsOfCase,
} from '#server/moderation/cases/decision-queries.ts'
import { decisionText, isSanction, reporterText, shutsOut } from '#server/moderation/cases/rules.ts'
import { selectExistingPeople, selectSamePerson } from '#server/moderation/cases/target-queries.ts'
import { selectAnnouncedTitle, selectIsDecidedSince } from './provisional-queries.ts'
import { enqueueOutsideOutcomes } from '#server/moderation/reports/service.ts'
import { notify } from '#server/notifications/service.ts'
import { removePhotos } from '#server/photos/service.ts'
import type { Database } from '#server/platform/db/connect.ts'

type Deps = Pick<Context, 'jobs'>

/** Tells the reporters the outcome, and deletes what only an open case needs. */
export async function announceOutcome(
  ctx: Deps,
  tx: Database,
  { caseId, ...outcome }: { caseId: string; kind: TargetKind; title: string; isUpheld: boolean },
): Promise<void> {
  await removePhotos(ctx, tx, await deletePhotosOfCase(tx, caseId))
  await enqueueOutsideOutcomes(ctx, tx, caseId)
  const to = await forgetWordsOfCase(tx, caseId)
  if (to.length === 0) return
  await notify(ctx, tx, { to, type: 'system', content: reporterText(outcome), actionUrl: '/reports' })
}

interface Announced {
  decision: DecisionRow
  title: string
}

async function notifySubject(ctx: Deps, tx: Database, { decision, title }: Announced) {
  // The later decision has told its person how things are now.
  if (await selectIsDecidedSince(tx, decision)) return
  const { rule, words } = decision
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
    content: decisionText({ kind, title, action, rule: rule as RuleName | null, words }),
    actionUrl: '/decisions',
    isMailed,
  })
  if (!isMailed) return
  for (const personId of to) await ctx.jobs.enqueue(tx, DECISION_MAIL, { decisionId: decision.id, personId })
}

/** Tells everybody concerned about a decision that is final. */
export async function announceDecision(ctx: Deps, tx: Database, decision: DecisionRow): Promise<void> {
  const title = (await selectAnnouncedTitle(tx, decision.id)) ?? ''
  const { upholds } = actionNamed(decision.action as ActionName)
  if (decision.case_id !== null && upholds !== undefined)
    await announceOutcome(ctx, tx, {
      caseId: decision.case_id,
      kind: decision.target_kind as TargetKind,
      title,
      isUpheld: upholds,
    })
  await notifySubject(ctx, tx, { decision, title })
}
