import type { Context } from '#server/context.ts'
import { forgetOldPictures } from '#server/moderation/reports/service.ts'
import { forgetPeople } from '#server/moderation/sanctions/service.ts'
import { DECISION_MAIL, sendDecisionMail } from './decision-mails.ts'
import { endSanction } from './effects.ts'
import { endHolds } from './ending-holds.ts'
import { deleteOldHistory } from './history-queries.ts'
import { selectEndedSanctions } from './target-queries.ts'

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
 * Deletes decisions and acts of staff after two years (the database refuses to do so sooner), then old
 * pictures of reports, then data that outlived accounts. People are last, because deleting one also deletes
 * the rows of pictures, which name the files to remove.
 */
async function forgetHistory(ctx: Context): Promise<void> {
  await deleteOldHistory(ctx.db)
  await forgetOldPictures(ctx)
  await forgetPeople(ctx.db)
}

export function handleCaseJobs(ctx: Context): void {
  ctx.jobs.handle(DECISION_MAIL, (payload) => sendDecisionMail(ctx, payload))
  ctx.jobs.schedule('end-holds', EVERY_MINUTE, () => endHolds(ctx))
  ctx.jobs.schedule('end-sanctions', EVERY_FIVE_MINUTES, () => endSanctions(ctx))
  ctx.jobs.schedule('forget-moderation', EVERY_NIGHT, () => forgetHistory(ctx))
}
