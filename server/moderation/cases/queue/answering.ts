import { CASES_AT_ONCE } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { closeCase, selectDecision } from '#server/moderation/cases/decision-queries.ts'
import { selectSamePerson } from '#server/moderation/cases/target-queries.ts'
import { announceOutcome } from '#server/moderation/cases/undo/announcing.ts'
import { recordAct } from '#server/moderation/staff/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { lockAnswered, selectIsInForce } from './answering-queries.ts'

type Deps = Pick<Context, 'jobs'>

/** Closes what is left if a banned person has more open cases than one transaction closes. */
const CLOSE_ANSWERED = defineJob<{ decisionId: string }>('close-answered-cases')

interface Sanction {
  decisionId: string
  moderatorId: string
  subjectId: string
  action: string
  /** Cases that the moderator decided together with this one. */
  named: string[]
}

/**
 * Closes the open cases that a sanction answers, each with a line in the audit: those that the moderator named, and
 * after a ban also the person's others. Nobody has read those, so a danger to people stays open. Returns their ids.
 */
export async function closeAnswered(ctx: Deps, tx: Database, sanction: Sanction): Promise<string[]> {
  const { decisionId, moderatorId, subjectId, action, named } = sanction
  const answered = await lockAnswered(tx, {
    personIds: await selectSamePerson(tx, subjectId),
    named,
    all: action === 'ban',
    limit: CASES_AT_ONCE,
  })
  for (const { id, kind, target_id, title } of answered) {
    await closeCase(tx, id, true)
    await announceOutcome(ctx, tx, { caseId: id, kind, title, isUpheld: true })
    const target = { kind, id: target_id }
    const detail = { case: id, action, decision: decisionId }
    await recordAct(tx, { actorId: moderatorId, action: 'closed-with-decision', target, detail })
  }
  if (answered.length === CASES_AT_ONCE) await ctx.jobs.enqueue(tx, CLOSE_ANSWERED, { decisionId })
  return answered.map(({ id }) => id)
}

/** Goes on after a ban, unless it was lifted in the meantime. */
export const closeRest = ({ db, jobs }: Pick<Context, 'db' | 'jobs'>, decisionId: string) =>
  db.transaction().execute(async (tx) => {
    const decision = await selectDecision(tx, decisionId)
    if (!decision || !(await selectIsInForce(tx, decisionId))) return
    const { moderator_id: moderatorId, subject_id: subjectId, action } = decision
    await closeAnswered({ jobs }, tx, { decisionId, moderatorId, subjectId, action, named: [] })
  })

export function handleAnsweredCases(ctx: Context): void {
  ctx.jobs.handle(CLOSE_ANSWERED, ({ decisionId }) => closeRest(ctx, decisionId))
}
