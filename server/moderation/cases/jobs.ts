import type { Context } from '#server/context.ts'
import { forgetOldPictures } from '#server/moderation/reports/service.ts'
import { forgetPeople } from '#server/moderation/sanctions/service.ts'
import { DECISION_MAIL, sendDecisionMail } from './decision-mails.ts'
import { endSanction } from './effects.ts'
import { endHolds } from './ending-holds.ts'
import { deleteOldHistory } from './history-queries.ts'
import { selectEndedSanctions } from './target-queries.ts'
import { handleAnsweredCases } from '#server/moderation/cases/queue/answering.ts'
import { handleFinishedDecisions } from '#server/moderation/cases/undo/undoing.ts'

const EVERY_MINUTE = '* * * * *'
const EVERY_NIGHT = '43 3 * * *'
const EVERY_FIVE_MINUTES = '*/5 * * * *'
const ENDED_AT_ONCE = 100

/**
 * Shows the listings of people whose suspension has ended. They may log in from the exact moment of its end.
 */
export async function endSanctions(
  ctx: Pick<Context, 'db' | 'changes' | 'revocations' | 'jobs'>,
): Promise<void> {
  for (const { person_id } of await selectEndedSanctions(ctx.db, ENDED_AT_ONCE))
    await ctx.db.transaction().execute((tx) => endSanction(ctx, tx, person_id))
}

/**
 * Deletes old pictures of reports, then old decisions, acts of staff and cases, then data that outlived
 * accounts. Pictures are first, because deleting a case or a person also deletes their rows, which name the
 * files to remove.
 */
async function forgetHistory(ctx: Context): Promise<void> {
  await forgetOldPictures(ctx)
  await deleteOldHistory(ctx.db)
  await forgetPeople(ctx.db)
}

export function handleCaseJobs(ctx: Context): void {
  handleFinishedDecisions(ctx)
  handleAnsweredCases(ctx)
  ctx.jobs.handle(DECISION_MAIL, (payload) => sendDecisionMail(ctx, payload))
  ctx.jobs.schedule('end-holds', EVERY_MINUTE, () => endHolds(ctx))
  ctx.jobs.schedule('end-sanctions', EVERY_FIVE_MINUTES, () => endSanctions(ctx))
  ctx.jobs.schedule('forget-moderation', EVERY_NIGHT, () => forgetHistory(ctx))
}
