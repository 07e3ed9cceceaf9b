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

/** Listings of those whose suspension is over come back. They may log in from the very moment on which it ends. */
export async function endSanctions(
  ctx: Pick<Context, 'db' | 'changes' | 'revocations' | 'jobs'>,
): Promise<void> {
  for (const { person_id } of await selectEndedSanctions(ctx.db, ENDED_AT_ONCE))
    await ctx.db.transaction().execute((tx) => endSanction(ctx, tx, person_id))
}

/**
 * Deletes decisions and acts of staff after two years (the database refuses it earlier), then old pictures of reports, then
 * what outlived accounts. People come last: deleting one deletes the rows of pictures, by which their files are found.
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
